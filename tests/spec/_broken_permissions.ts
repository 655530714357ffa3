/** Edits of the good manifest, each of which breaks one rule at the marked place. */
import type { Broken } from "./_broken.ts";

const run = (item: string): Broken => ({
  rule: "permission-run",
  find: "[bash, {",
  put: `[bash, ${item}, {`,
});
const read = (item: string): Broken => ({
  rule: "permission-path",
  find: "[/usr/share/demo]",
  put: `[▸${item}]`,
});
const home = (item: string): Broken => ({
  rule: "permission-home",
  find: "[.config/demo]",
  put: `[▸${item}]`,
});
const net = (item: string, rule: Broken["rule"] = "permission-net"): Broken => ({
  rule,
  find: "[example.com]",
  put: `[▸${item}]`,
});

/** Rules of `permissions`. */
export const BROKEN_PERMISSIONS: Broken[] = [
  ...['▸"bash -x"', "▸bin/bash", "▸/usr/../bin/sh", "▸any", '▸"${X:-a b}"', '▸"/a,b"'].map(run),
  run('{name: ▸"a b"}'),
  { rule: "permission-env", find: "[DEMO_DIR]", put: "[▸$DEMO_DIR]" },
  ...["demo", "./demo", "/usr/../etc", "/", "~/", "~root", '"/a,b"', '"/a/*"'].map(read),
  ...['"/a/${B}"', '"${A}b"', '"${A}/../b"'].map(read),
  ...["/etc", "~/x", "../x", "a/../../b", ".", '"a,b"', '"${X}"'].map(home),
  ...["https://example.com", "example..com", "-a.com", '"*.com"', '"a.*.com"', '"*"'].map((h) =>
    net(h)
  ),
  ...["example.com:0", "example.com:70000", "example.com/x", '"*.example.com:443"', "1.2.3"].map((
    h,
  ) => net(h)),
  ...["300.1.1.1:80", '"::1"', "user@example.com"].map((h) => net(h)),
  ...["localhost", "intranet", "10.0.0.1", '"[::1]"', "a.internal", '"*.local"'].map((h) =>
    net(h, "permission-net-private")
  ),
  { rule: "permission-host", find: "[hardware]", put: "[▸everything]" },
];

/** Rules of the manifest. */
export const BROKEN_MANIFEST: Broken[] = [
  { rule: "api-version", find: "apiVersion: v1", put: 'apiVersion: ▸"1"' },
  { rule: "unknown-key", find: "sandbox: required", put: "▸sandbocks: required" },
  { rule: "unknown-key", find: "pids: 8", put: "▸memory: 8" },
  { rule: "unknown-key", find: "optional: true", put: "▸optinal: true" },
  {
    rule: "missing-field",
    find: "bundle: {name: demo, version: 1.0.0, ",
    put: "▸bundle: {name: demo, ",
  },
  { rule: "wrong-type", find: "run: [bash, {", put: "run: [▸1, {" },
  { rule: "wrong-type", find: "[/usr/share/demo]", put: "▸null" },
  { rule: "wrong-type", find: "{pids: 8}", put: "▸8" },
  { rule: "wrong-value", find: "sandbox: required", put: "sandbox: ▸on" },
  { rule: "duplicate-item", find: "[DEMO_DIR]", put: "[DEMO_DIR, ▸DEMO_DIR]" },
  { rule: "permission-run", find: "healthz: [bash]", put: 'healthz: [▸"bash -c"]' },
  { rule: "bundle-name", find: "name: demo,", put: "name: ▸Demo," },
  { rule: "bundle-version", find: "1.0.0", put: '▸"1.0"' },
  { rule: "limit-value", find: "pids: 8", put: "pids: ▸0" },
  { rule: "limit-value", find: "pids: 8", put: "pids: ▸lots" },
];
