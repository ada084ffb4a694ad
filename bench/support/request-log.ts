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
  /** Chromium's resource type: Document, Script, Fetch, Font, Image, … */
  type: string;
  /** How many requests had to be made one after the other for this one, including itself. */
  depth: number;
  /** The bytes transferred, including headers. Undefined until the response is complete. */
  bytes?: number;
  /** In seconds of Chromium's clock. */
  startedAt: number;
  endedAt?: number;
}

/**
 * Fonts, images, and the tab's icon (Other) are the same bytes on both sides and arrive after the screen is
 * shown.
 */
const DECORATION = ['Font', 'Image', 'Other'];
const QUIET_MS = 1_000;

/** The document, scripts, and data, which depend on the build. */
export const isEssential = ({ type }: Request) => !DECORATION.includes(type);

/** Records every request of a page except its event stream. */
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
        const depth = 1 + Math.max(0, ...urlsIn(initiator).map((url) => this.#depths.get(url) ?? 0));
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

  /** Resolves when every request has completed and no other has been sent for a while. */
  async settled(): Promise<void> {
    const isQuiet = () => Date.now() - this.#changedAt > QUIET_MS;
    const isDone = () => this.all().every(({ bytes }) => bytes !== undefined);
    await until('the page has loaded everything it requested', () => isQuiet() && isDone());
  }

  all(): Request[] {
    return [...this.#requests.values()];
  }

  failed(): readonly string[] {
    return this.#failed;
  }

  /** Returns URLs that were requested more than once. */
  repeated(): string[] {
    const urls = this.all().map(({ url }) => url);
    return urls.filter((url, index) => urls.indexOf(url) !== index);
  }
}

/** Returns what caused the request: the parser's document, or every script that was running. */
function urlsIn({ url, stack }: Initiator): string[] {
  const own = url === undefined ? [] : [url];
  if (!stack) return own;
  return [...own, ...stack.callFrames.map((frame) => frame.url), ...urlsIn({ stack: stack.parent })];
}
