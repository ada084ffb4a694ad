import { askDelivery } from '../ask-delivery.ts';
import type { LoadFailure } from './load-failure.ts';

const TIMEOUT_MS = 3_000;

type Reason = Pick<LoadFailure, 'kind' | 'httpStatus'>;

/**
 * Returns what the server responded to a script or a hash-checked fetch that failed, which themselves don't
 * reveal it. Resource Timing knows the status of a script. Otherwise, one HEAD request finds it, and also the
 * number of bytes: if fewer arrived, the connection was interrupted, and if all did, the browser refused
 * them.
 */
export async function whyFailed(address: string): Promise<Reason> {
  const timing = lastTiming(address);
  if (timing && timing.responseStatus >= 400) return refusal(timing.responseStatus);
  if (navigator.onLine === false) return { kind: 'network' };
  const head = await fetchHead(address);
  if (!head) return { kind: 'network' };
  if (!head.ok) return refusal(head.status, head.headers);
  const length = Number(head.headers.get('content-length'));
  const isInterrupted = timing && (timing.encodedBodySize === 0 || timing.encodedBodySize < length);
  return isInterrupted ? { kind: 'network' } : { kind: 'integrity', httpStatus: head.status };
}

const refusal = (httpStatus: number, headers?: Headers): Reason => ({
  kind: httpStatus === 410 || headers?.get('x-delivery') === 'gone' ? 'gone' : 'http',
  httpStatus,
});

function lastTiming(address: string): PerformanceResourceTiming | undefined {
  const entries = performance.getEntriesByName(new URL(address, location.href).href, 'resource');
  return entries.at(-1) as PerformanceResourceTiming | undefined;
}

async function fetchHead(address: string): Promise<Response | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await askDelivery(address, { method: 'HEAD', cache: 'no-store', signal: controller.signal });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
