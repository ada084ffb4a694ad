import { askDelivery } from '../ask-delivery.ts';
import type { LoadFailure } from './load-failure.ts';

const TIMEOUT_MS = 3_000;

type Answer = Pick<LoadFailure, 'kind' | 'httpStatus'>;

/**
 * What the server answered to a script or a hash-checked fetch that failed, neither of which says more than that.
 * Resource Timing knows the status of a script; else one HEAD request does, and it tells how many bytes there are:
 * fewer is a connection that broke off, and all of them are bytes which the browser has refused.
 */
export async function answerTo(address: string): Promise<Answer> {
  const timing = lastTiming(address);
  if (timing && timing.responseStatus >= 400) return refusal(timing.responseStatus);
  if (navigator.onLine === false) return { kind: 'network' };
  const head = await askHead(address);
  if (!head) return { kind: 'network' };
  if (!head.ok) return refusal(head.status, head.headers);
  const length = Number(head.headers.get('content-length'));
  const isBrokenOff = timing && (timing.encodedBodySize === 0 || timing.encodedBodySize < length);
  return isBrokenOff ? { kind: 'network' } : { kind: 'integrity', httpStatus: head.status };
}

const refusal = (httpStatus: number, headers?: Headers): Answer => ({
  kind: httpStatus === 410 || headers?.get('x-delivery') === 'gone' ? 'gone' : 'http',
  httpStatus,
});

function lastTiming(address: string): PerformanceResourceTiming | undefined {
  const entries = performance.getEntriesByName(new URL(address, location.href).href, 'resource');
  return entries.at(-1) as PerformanceResourceTiming | undefined;
}

async function askHead(address: string): Promise<Response | undefined> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS);
  try {
    return await askDelivery(address, { method: 'HEAD', cache: 'no-store', signal: patience.signal });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
