/**
 * A plain MCP client over stdio that sees every byte, and a way to run commands.
 *
 * @module
 */

const ROOT = new URL("../", import.meta.url).pathname;

/** The flags of the `start` task, read from `deno.json`, so that tests run what users run. */
export function taskCommand(): string[] {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`));
  const words: string[] = tasks.cli.replace(/^[A-Z_]+=\S+ /, "").split(" ").slice(1);
  return words.map((w) => w === "src/cli/main.ts" ? `${ROOT}src/cli/main.ts` : w);
}

// deno-lint-ignore no-explicit-any
export type Answer = any;

/** How a server is started. */
export interface StartOptions {
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
  gid?: number;
  deno?: string;
  /** Instead of `start`. */
  command?: string[];
}

/** The environment of the tests, less what would change a server. */
function baseEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of ["PATH", "HOME", "DENO_DIR", "XDG_CACHE_HOME", "LANG"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return { ...env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
}

/** One client with its server. */
export class Client implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number, (message: Answer) => void>();
  readonly #readers: Promise<void>[] = [];
  #next = 1;
  /** Every line that came on stdout and is no JSON-RPC: must stay empty. */
  readonly noise: string[] = [];
  readonly notifications: Answer[] = [];
  stderr = "";

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#readers.push(this.#read(), this.#listen());
  }

  /** Starts a server and opens the session. */
  static async start(options: StartOptions, initialize = true): Promise<Client> {
    const child = new Deno.Command(options.deno ?? Deno.execPath(), {
      args: options.command ?? [...taskCommand(), "start", ...options.args],
      cwd: options.cwd ?? "/",
      clearEnv: true,
      env: { ...baseEnv(), ...options.env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      ...(options.uid !== undefined && { uid: options.uid }),
      ...(options.gid !== undefined && { gid: options.gid }),
    }).spawn();
    const client = new Client(child);
    if (initialize) await client.initialize();
    return client;
  }

  get pid(): number {
    return this.#child.pid;
  }

  get status(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  async initialize(capabilities: Record<string, unknown> = {}): Promise<Answer> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities,
      clientInfo: { name: "test", version: "1" },
    });
    await this.notify("notifications/initialized");
    return answer;
  }

  async #read() {
    let buffer = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      buffer += text;
      for (let end = buffer.indexOf("\n"); end >= 0; end = buffer.indexOf("\n")) {
        this.#take(buffer.slice(0, end));
        buffer = buffer.slice(end + 1);
      }
    }
    if (buffer !== "") this.noise.push(buffer);
    for (const [id, resolve] of this.#waiting) {
      resolve({ id, error: { code: 0, message: `The server is gone. stderr: ${this.stderr}` } });
    }
  }

  #take(line: string) {
    let message: Answer;
    try {
      message = JSON.parse(line);
    } catch {
      this.noise.push(line);
      return;
    }
    if (message.method !== undefined) this.notifications.push(message);
    else if (this.#waiting.has(message.id)) {
      this.#waiting.get(message.id)!(message);
      this.#waiting.delete(message.id);
    } else this.notifications.push(message);
  }

  async #listen() {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.stderr += text;
    }
  }

  /** Writes bytes as they are. */
  async raw(text: string) {
    await this.#writer.write(new TextEncoder().encode(text));
  }

  async notify(method: string, params?: unknown) {
    await this.raw(JSON.stringify({ jsonrpc: "2.0", method, params }) + "\n");
  }

  /** Sends a request; resolves to the whole answer. `id` is chosen unless given. */
  async send(
    method: string,
    params?: unknown,
    id = this.#next++,
  ): Promise<{ id: number; answer: Promise<Answer> }> {
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    await this.raw(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return { id, answer };
  }

  /** Sends a request and returns its result; an error of the protocol is thrown. */
  async request(method: string, params?: unknown): Promise<Answer> {
    const { answer } = await this.send(method, params);
    const message = await answer;
    if (message.error) {
      throw Object.assign(new Error(message.error.message), { code: message.error.code });
    }
    return message.result;
  }

  /** Calls a tool and returns the record with `isError`, `text` and the raw result. */
  async call(
    name: string,
    args: Record<string, unknown> = {},
    extra: Record<string, unknown> = {},
  ): Promise<Answer> {
    const result = await this.request("tools/call", {
      name,
      arguments: { ...args, __mcp_response_mode: "structuredContent" },
      ...extra,
    });
    return {
      ...result.structuredContent,
      isError: result.isError,
      text: result.content[0]?.text,
      result,
    };
  }

  /**
   * Calls an async tool and waits for the end of its task; returns what {@linkcode call} returns
   * for a tool that is waited for.
   */
  async finish(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    const { taskId, ...record } = await this.call(name, args);
    return taskId === undefined ? record : await this.finished(taskId);
  }

  /** Waits for the end of a task. */
  async finished(taskId: string): Promise<Answer> {
    while (true) {
      const entry = await this.call("builtin__bg_task_get", { taskId });
      if (entry.isError) throw new Error(entry.text);
      if (entry.exitCode !== undefined) {
        return {
          ...entry,
          isError: entry.status !== "completed",
          exit_code: entry.exitCode,
          message: entry.errorMessage,
        };
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Closes stdin and waits for the end. */
  async close(): Promise<Deno.CommandStatus> {
    await this.#writer.close().catch(() => {});
    const status = await this.#child.status;
    await Promise.all(this.#readers);
    return status;
  }

  kill(signal: Deno.Signal = "SIGKILL") {
    try {
      this.#child.kill(signal);
    } catch {
      // Already gone.
    }
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }
}

/** What a command printed. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command of ours to its end. */
export async function cli(args: string[], options: Partial<StartOptions> = {}): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(options.deno ?? Deno.execPath(), {
    args: options.command ?? [...taskCommand(), ...args],
    cwd: options.cwd ?? "/",
    clearEnv: true,
    env: { ...baseEnv(), ...options.env },
    stdin: "null",
    ...(options.uid !== undefined && { uid: options.uid }),
    ...(options.gid !== undefined && { gid: options.gid }),
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
