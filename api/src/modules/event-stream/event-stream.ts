import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { ServerEvent } from '@headwater/shared/contract';

const HEARTBEAT_MS = 15_000;
/** Whether the reader may still read is asked before an event goes out, but not more often than this. */
const CHECK_EVERY_MS = 1000;
const RECONNECT_MS = 2000;
/** A reader that does not read has this much waiting in our memory, and then is let go. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * One browser's open response: events as they come, and a `beat` now and then, by which the browser knows up to when it
 * has heard everything, and nothing between us falls asleep.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #mayRead: () => Promise<boolean>;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #ending: (() => void)[] = [];
  #isEnded = false;
  #checkedAt = Date.now();

  /** Takes the reply over. `mayRead` turns false when the session or the membership ends. */
  constructor(reply: FastifyReply, mayRead: () => Promise<boolean>) {
    this.#response = reply.raw;
    this.#mayRead = mayRead;
    reply.hijack();
    this.#response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      // Neither compressed nor gathered by whoever stands between.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#response.write(`retry: ${RECONNECT_MS}\n\n`);
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
    this.#response.once('close', () => this.end());
    // Who left while we looked whether they may read has closed it already.
    if (this.#response.destroyed) this.end();
  }

  /** Ends it from our side; also runs when the reader has gone. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    for (const work of this.#ending) work();
    this.#response.end();
  }

  /** Runs `work` once, when either side ends the stream; at once if one has. */
  onEnd(work: () => void): void {
    if (this.#isEnded) work();
    else this.#ending.push(work);
  }

  /** Tells what the reader has missed, then that it is ready, and whether that was all; undefined: nobody knows. */
  begin(missed: readonly ServerEvent[] | undefined): void {
    for (const event of missed ?? []) this.#tell(event);
    this.#write(`event: ready\ndata: ${JSON.stringify({ isComplete: missed !== undefined })}\n\n`);
  }

  /** Null ends the stream: its reader comes back and asks what it has missed. */
  async send(event: ServerEvent | null): Promise<void> {
    if (event === null || (Date.now() - this.#checkedAt > CHECK_EVERY_MS && !(await this.#check())))
      return this.end();
    this.#tell(event);
  }

  #tell(event: ServerEvent): void {
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
