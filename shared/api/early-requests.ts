/**
 * The page's first script asks for the session and for the route's own data before any bundle arrives
 * and leaves the promised answers on the window, by path. Each is taken once: a second read asks again.
 */
declare global {
  interface Window {
    __HEADWATER__?: { requests: Record<string, Promise<Response> | undefined> };
  }
}

/** The early answer to GET `path`, or undefined where none was asked for or it failed on its way. */
export async function takeEarlyAnswer(path: string): Promise<Response | undefined> {
  const requests = window.__HEADWATER__?.requests;
  const promise = requests?.[path];
  if (!requests || !promise) return undefined;
  delete requests[path];
  return promise.catch(() => undefined);
}
