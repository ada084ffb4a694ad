import { ownValue } from '../contract/ground/own-value.ts';
/**
 * The page's first script requests the session and the route's own data before any bundle has loaded and leaves the
 * promised responses on the window, by path. Each is used once: a second read sends a new request.
 */
declare global {
  interface Window {
    __HEADWATER__?: { requests: Record<string, Promise<Response> | undefined> };
  }
}

/** Returns the early response to GET `path`, or undefined if it wasn't requested early or that request failed. */
export async function takeEarlyResponse(path: string): Promise<Response | undefined> {
  const requests = window.__HEADWATER__?.requests;
  const promise = ownValue(requests, path);
  if (!requests || !promise) return undefined;
  delete requests[path];
  return promise.catch(() => undefined);
}
