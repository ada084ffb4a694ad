import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { ServerEvent } from '@headwater/shared/contract';

const HEARTBEAT_MS = 15_000;
/** Whether the reader may still read is checked before an event is sent, but not more often than this. */
const CHECK_EVERY_MS = 1000;
const RECONNECT_MS = 2000;
/** A reader that doesn't read may have this much waiting in our memory before it is disconnected. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * One browser's open response: it sends events as they happen, and a regular `beat`, which keeps the
 * connection alive and shows the browser up to when it has received everything.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #mayRead: () => Promise<boolean>;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #ending: (() => void)[] = [];
  #isEnded = false;
  #checkedAt = Date.now();

  /** Takes over the reply. `mayRead` returns false once the session or the membership has ended. */
  constructor(reply: FastifyReply, mayRead: () => Promise<boolean>) {
    this.#response = reply.raw;
    this.#mayRead = mayRead;
    reply.hijack();
    this.#response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      // Neither compressed nor buffered by proxies.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#response.write(`retry: ${RECONNECT_MS}\n\n`);
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
    this.#response.once('close', () => this.end());
    // A reader who left during the authorization has already closed it.
    if (this.#response.destroyed) this.end();
  }

  /** Ends the stream from our side. Also runs after the reader has disconnected. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    for (const work of this.#ending) work();
    this.#response.end();
  }

  /** Runs `work` once when either side ends the stream, or at once if one already has. */
  onEnd(work: () => void): void {
    if (this.#isEnded) work();
    else this.#ending.push(work);
  }

  /**
   * Sends what the reader has missed, then `ready` with whether that was everything. `missed` is
   * undefined if that is unknown.
   */
  begin(missed: readonly ServerEvent[] | undefined): void {
    for (const event of missed ?? []) this.#sendChange(event);
    this.#write(`event: ready\ndata: ${JSON.stringify({ isComplete: missed !== undefined })}\n\n`);
  }

  /** Sends an event. Null ends the stream: its reader reconnects and requests what it has missed. */
  async send(event: ServerEvent | null): Promise<void> {
    if (event === null || (Date.now() - this.#checkedAt > CHECK_EVERY_MS && !(await this.#check())))
      return this.end();
    this.#sendChange(event);
  }

  #sendChange(event: ServerEvent): void {
    this.#write(`event: change\ndata: ${JSON.stringify(event)}\n\n`);
  }

  async #beat(): Promise<void> {
    if (await this.#check()) this.#write('event: beat\ndata: {}\n\n');
    else this.end();
  }

  async #check(): Promise<boolean> {
    this.#checkedAt = Date.now();
    return this.#mayRead().catch(() => false);
  }

  #write(text: string): void {
    if (this.#response.writableLength > MAX_WAITING_BYTES) this.#response.destroy();
    else if (!this.#response.writableEnded) this.#response.write(text);
  }
}
