/** How long a person may take to answer, in milliseconds. */
export const SEAL_LIFE_MS = 10 * 60 * 1000;
