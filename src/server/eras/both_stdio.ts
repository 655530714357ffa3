/**
 * One pipe, both eras: for clients whose first message is of the newer one. Some of them
 * fall back to `initialize` on the same pipe after a probe, and get the older server then.
 *
 * @module
 */
import { serveStdio as serveModern } from "@modelcontextprotocol/server/stdio";
import { Seals } from "../sealed_state.ts";
import type { StdioOptions } from "../stdio.ts";
import type { Channel } from "../wire.ts";
import { SEAL_LIFE_MS } from "./seal_life.ts";
import { serve2025 } from "./v2025.ts";
import { makeServer2026 } from "./v2026.ts";

/** What the SDK asks of a server of the older era. */
interface LegacyProduct {
  connect(channel: Channel): Promise<void>;
  close(): Promise<void>;
}

/** Serves one client over a channel. */
export async function serveBoth(channel: Channel, options: StdioOptions): Promise<void> {
  const registry = await options.registry();
  const seals = new Seals(SEAL_LIFE_MS);
  const legacy = (): LegacyProduct => ({
    connect: async (inner) => {
      const era = await serve2025(inner, options);
      options.onToolsChanged?.(() => void era.toolsChanged().catch(() => {}));
    },
    close: () => Promise.resolve(),
  });
  await serveModern(
    ({ era }) =>
      era === "legacy"
        ? legacy() as never
        : makeServer2026({ registry, server: options.server, seals, caller: "stdio" }),
    { transport: channel as never },
  );
}
