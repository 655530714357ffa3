/**
 * The outside programs that the tests need, installed where this machine lets us.
 *
 * Deno permissions: `--allow-run`, `--allow-env`.
 *
 * @module
 */

/** A program and the Debian package that brings it. */
const NEEDED: Record<string, string> = {
  bwrap: "bubblewrap",
  ffmpeg: "ffmpeg",
  ffprobe: "ffmpeg",
  shellcheck: "shellcheck",
  "yt-dlp": "yt-dlp",
  openssl: "openssl",
  curl: "curl",
  git: "git",
  perl: "perl",
  python3: "python3",
  node: "nodejs",
  npx: "npm",
  lsof: "lsof",
  Xvfb: "xvfb",
  xclock: "x11-apps",
  xwininfo: "x11-utils",
  prlimit: "util-linux",
  ldd: "libc-bin",
  chromium: "chromium",
};

/** Installs what is missing; returns the programs that are still not there. */
export async function installTools(): Promise<string[]> {
  const missing = Object.keys(NEEDED).filter((name) => !onPath(name));
  if (missing.length === 0) return [];
  const packages = [...new Set(missing.map((name) => NEEDED[name]!))];
  if (!onPath("apt-get")) {
    console.error(
      `Missing ${missing.join(", ")}, and there is no apt-get here: install them by hand`,
    );
    return missing;
  }
  const sudo = Deno.uid() === 0 ? [] : ["sudo", "-n"];
  const apt = (...words: string[]) => run([...sudo, "apt-get", "-qq", ...words]);
  console.error(`Installing ${packages.join(", ")}`);
  await apt("update");
  await apt("install", "-y", "--no-install-recommends", ...packages);
  return missing.filter((name) => !onPath(name));
}

function onPath(name: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${name}`).isFile;
    } catch {
      return false;
    }
  });
}

async function run(words: readonly string[]): Promise<boolean> {
  const [program, ...args] = words;
  try {
    const { success } = await new Deno.Command(program!, {
      args,
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdin: "null",
      stdout: "null",
      stderr: "inherit",
    }).output();
    return success;
  } catch {
    return false;
  }
}
