/**
 * The one place that starts programs.
 *
 * Every spawn of the project goes through {@linkcode spawn}, so that three rules hold
 * everywhere: the child's environment is what the caller listed and nothing else, its
 * stdin is never the server's, and its program is an absolute path.
 *
 * Deno permissions: `--allow-run` naming the program's absolute path.
 *
 * @module
 */

/** What to start, and with what. */
export interface SpawnOptions {
  /** Absolute path. Deno compares it letter by letter with `--allow-run`. */
  program: string;
  args: readonly string[];
  /** The child's whole environment. */
  env: Readonly<Record<string, string>>;
  /** Absolute path. */
  cwd: string;
  /** The bytes of the child's stdin; undefined is `/dev/null`. */
  stdin?: Uint8Array;
  /** Only for a server started by root (setuid(2), setgid(2)); the groups are cleared. */
  uid?: number;
  gid?: number;
  /** Whether it gets a session of its own (setsid(2)) and may outlive this process. */
  detached?: boolean;
}

/** How a process ended. */
export interface ExitStatus {
  /** 128 + n when a signal ended it, as shells count. */
  code: number;
  signal: string | null;
}

/** A started process. */
export interface Running {
  pid: number;
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>;
  stderr: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Resolves when the process has ended, whoever still holds its pipes. */
  status: Promise<ExitStatus>;
  /** Signals the direct child only; a process that is gone is no error. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

/**
 * Starts a program with piped output.
 *
 * @throws {Deno.errors.NotCapable} when the flags do not name the program
 * @throws {Deno.errors.NotFound} when the program is not there
 * @throws {TypeError} when an argument or variable holds NUL
 */
export function spawn(options: SpawnOptions): Running {
  const { program, args, env, cwd, stdin, uid, gid, detached } = options;
  const child = new Deno.Command(program, {
    args: [...args],
    env: { ...env },
    // Without it the child sees the server's whole environment, even without --allow-env.
    clearEnv: true,
    cwd,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    ...(detached && { detached }),
  }).spawn();
  if (stdin !== undefined) feed(child.stdin, stdin);
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    status: child.status.then(({ code, signal }) => ({ code, signal })),
    kill(signal) {
      try {
        child.kill(signal);
      } catch (error) {
        // "Child process has already terminated" is what the caller wanted.
        if (
          !(error instanceof TypeError) &&
          !(error instanceof Deno.errors.NotFound)
        ) throw error;
      }
    },
  };
}

/** A program that need not read all that it is given: a closed pipe is its right. */
async function feed(
  stdin: WritableStream<Uint8Array<ArrayBuffer>>,
  bytes: Uint8Array,
) {
  const writer = stdin.getWriter();
  try {
    await writer.write(bytes as Uint8Array<ArrayBuffer>);
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}

/**
 * Starts a program that takes over this process's stdin, stdout and stderr: only for
 * `start`, which hands the client's pipes to `serve` and touches them no more.
 */
export function spawnInheriting(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin: "inherit" | "null" = "inherit",
): { status: Promise<ExitStatus>; kill(signal: "SIGTERM" | "SIGKILL"): void } {
  const child = new Deno.Command(program, {
    args: [...args],
    env: { ...env },
    clearEnv: true,
    stdin,
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  return {
    status: child.status.then(({ code, signal }) => ({ code, signal })),
    kill(signal) {
      try {
        child.kill(signal);
      } catch {
        // Already gone.
      }
    },
  };
}
