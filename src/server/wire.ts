/**
 * Newline-delimited JSON-RPC over this process's own stdin and stdout (MCP 2025-11-25,
 * basic/transports, "stdio").
 *
 * Deno's streams rather than the SDK's transport: that one copies its whole buffer for each
 * chunk of a long line and is silent about a line that is no JSON. Needs no Deno permission.
 *
 * @module
 */

/** One JSON-RPC message (JSON-RPC 2.0, sections 4 and 5). */
export interface Message {
  jsonrpc: "2.0";
  id?: string | number | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** One side of a conversation: what the SDK calls a transport. */
export interface Channel {
  /** The second argument is the transport's own: what it knows of the request around the message. */
  onmessage?: (message: Message, extra?: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  /** `options` is the SDK's: which request a message belongs to. */
  send(message: Message, options?: unknown): Promise<void>;
  close(): Promise<void>;
  readonly sessionId?: string | undefined;
}

/** Where the bytes come from and go to. */
export interface Pipes {
  input: ReadableStream<Uint8Array<ArrayBuffer>>;
  output: { write(bytes: Uint8Array): Promise<number> };
}

/** A channel over two pipes. */
export class Wire implements Channel {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #pipes: Pipes;
  readonly #encoder = new TextEncoder();
  #queue: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(pipes: Pipes = { input: Deno.stdin.readable, output: Deno.stdout }) {
    this.#pipes = pipes;
  }

  /** Begins to read. Resolves at once. */
  start(): Promise<void> {
    this.#read();
    return Promise.resolve();
  }

  async #read() {
    // Pieces of a line, so that a long one is joined once and not for every chunk.
    const pieces: string[] = [];
    try {
      for await (const text of this.#pipes.input.pipeThrough(new TextDecoderStream())) {
        let at = 0;
        for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
          pieces.push(text.slice(at, end));
          at = end + 1;
          const line = pieces.join("");
          pieces.length = 0;
          if (line.trim() !== "") this.#take(line);
        }
        if (at < text.length) pieces.push(text.slice(at));
      }
    } catch (error) {
      this.onerror?.(error as Error);
    }
    await this.close();
  }

  #take(line: string) {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#refuse(PARSE_ERROR, "Parse error: the line is no JSON");
      return;
    }
    if (!isMessage(message)) {
      const id = (message as Message | null)?.id;
      this.#refuse(
        INVALID_REQUEST,
        "Invalid request: not a JSON-RPC 2.0 message",
        typeof id === "string" || typeof id === "number" ? id : null,
      );
      return;
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  #refuse(code: number, message: string, id: string | number | null = null) {
    this.send({ jsonrpc: "2.0", id, error: { code, message } }).catch(() => {});
  }

  /** Writes one message as one line; messages never mix. */
  send(message: Message): Promise<void> {
    const bytes = this.#encoder.encode(JSON.stringify(message) + "\n");
    this.#queue = this.#queue.then(async () => {
      for (let at = 0; at < bytes.length;) {
        at += await this.#pipes.output.write(bytes.subarray(at));
      }
    });
    return this.#queue;
  }

  /** Waits until everything sent has been written. */
  async flush(): Promise<void> {
    await this.#queue.catch(() => {});
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.onclose?.();
    }
    return Promise.resolve();
  }
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const m = value as Message;
  if (m.jsonrpc !== "2.0") return false;
  if (m.method === undefined) return "result" in m || "error" in m;
  // A request's id is never null (MCP 2025-11-25, basic, "Requests").
  return typeof m.method === "string" && (!("id" in m) || isId(m.id));
}

function isId(id: unknown): boolean {
  return typeof id === "string" || Number.isSafeInteger(id);
}
