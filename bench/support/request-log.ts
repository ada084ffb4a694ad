import type { CDPSession } from 'playwright';
import { until } from '../../e2e/support/until.ts';

interface Stack {
  callFrames: { url: string }[];
  parent?: Stack;
}
interface Initiator {
  url?: string;
  stack?: Stack;
}
interface Request {
  url: string;
  /** Chromium's: Document, Script, Fetch, Font, Image, … */
  type: string;
  /** How many requests had to come one after the other for this one to be made, with itself. */
  depth: number;
  /** As they came over the wire, with the head; undefined until the end has come. */
  bytes?: number;
  /** Seconds, as Chromium counts them. */
  startedAt: number;
  endedAt?: number;
}

/** Fonts, pictures and the tab's icon (Other) are the same bytes on both sides and come after the screen is shown. */
const DECORATION = ['Font', 'Image', 'Other'];
const QUIET_MS = 1_000;

/** The document, the scripts and the data: what a build decides. */
export const isEssential = ({ type }: Request) => !DECORATION.includes(type);

/** Every request of a page but its stream of events. */
export class RequestLog {
  readonly #requests = new Map<string, Request>();
  readonly #depths = new Map<string, number>();
  readonly #failed: string[] = [];
  #changedAt = Date.now();

  async watch(session: CDPSession): Promise<void> {
    session.on(
      'Network.requestWillBeSent',
      ({ requestId, request, type = 'Other', initiator, timestamp }) => {
        if (type === 'EventSource') return; // stays open
        const depth = 1 + Math.max(0, ...addressesIn(initiator).map((url) => this.#depths.get(url) ?? 0));
        this.#depths.set(request.url, depth);
        this.#requests.set(requestId, { url: request.url, type, depth, startedAt: timestamp });
        this.#changedAt = Date.now();
      },
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      const request = this.#requests.get(requestId);
      if (request) Object.assign(request, { bytes: encodedDataLength, endedAt: timestamp });
      this.#changedAt = Date.now();
    });
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      const request = this.#requests.get(requestId);
      if (request) this.#failed.push(`${request.url}: ${errorText}`);
    });
    await session.send('Network.enable');
  }

  /** Resolves when all has come that was asked for, and nothing else was asked for since. */
  async settled(): Promise<void> {
    const isQuiet = () => Date.now() - this.#changedAt > QUIET_MS;
    const isDone = () => this.all().every(({ bytes }) => bytes !== undefined);
    await until('the page has loaded what it asked for', () => isQuiet() && isDone());
  }

  all(): Request[] {
    return [...this.#requests.values()];
  }

  failed(): readonly string[] {
    return this.#failed;
  }

  /** Addresses that were asked for more than once. */
  repeated(): string[] {
    const urls = this.all().map(({ url }) => url);
    return urls.filter((url, index) => urls.indexOf(url) !== index);
  }
}

/** Whose code or markup asked: the parser's document, or every script that was running. */
function addressesIn({ url, stack }: Initiator): string[] {
  const own = url === undefined ? [] : [url];
  if (!stack) return own;
  return [...own, ...stack.callFrames.map((frame) => frame.url), ...addressesIn({ stack: stack.parent })];
}
