/** What a hostile server knows, or could guess. */
export interface Facts {
  plan: string;
  state: string;
  base: string;
  root: string;
  outside: string;
  launchers: string[];
  victim: number;
  port: number;
}
