import type { Socket } from 'node:net';
import type { Connection } from 'pg';

type Parse = (bytes: Buffer) => void;

/**
 * A COPY TO STDOUT whose bytes are read directly from the socket, because the driver creates an object for each row.
 * When the server has sent everything, or reports an error, `end` gives the socket back to the driver.
 */
export class Copy {
  readonly #text: string;
  #socket: Socket | null = null;
  #parse: Parse | null = null;
  #problem: Error | null = null;
  #arrived = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  /** The number of rows as the server counts them. NaN until it has sent everything. */
  rowCount = Number.NaN;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the server has sent everything, or reported an error. */
  get hasEnded(): boolean {
    return this.#problem !== null || !Number.isNaN(this.rowCount);
  }

  /** Called by the driver. */
  submit(connection: Connection): void {
    const socket = connection.stream as Socket;
    const [parse] = socket.listeners('data') as Parse[];
    socket.removeListener('data', parse!);
    socket.pause();
    socket.on('readable', this.#wake);
    [this.#socket, this.#parse] = [socket, parse!];
    connection.query(this.#text);
  }

  /** Returns what has arrived, and waits if nothing has. */
  async read(): Promise<Buffer> {
    for (;;) {
      if (this.#problem) throw this.#problem;
      const chunk = this.#socket?.read() as Buffer | null | undefined;
      if (chunk) return chunk;
      await this.#arrived.promise;
      this.#arrived = Promise.withResolvers();
    }
  }

  /** Hands the driver the rest of what has been read, and resolves when it knows how the statement ended. */
  async end(rest: Buffer): Promise<void> {
    const [socket, parse] = [this.#socket!, this.#parse!];
    this.#socket = null;
    socket.removeListener('readable', this.#wake);
    socket.on('data', parse);
    parse(rest);
    // Without its listener, the socket would be paused at the end of this tick.
    process.nextTick(() => socket.resume());
    await this.#ended.promise;
    if (this.#problem) throw this.#problem;
  }

  readonly #wake = () => this.#arrived.resolve();

  handleError(error: Error): void {
    this.#problem ??= error;
    this.#wake();
    this.#ended.resolve();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rowCount = Number(/^COPY (\d+)$/.exec(text)?.[1]);
  }

  handleReadyForQuery(): void {
    this.#ended.resolve();
  }
}
