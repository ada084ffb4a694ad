import type { Answer } from './answers.ts';

/** A call that reached the made-up network. */
export interface ApiCall {
  method: string;
  /** Without `/api/` and query. */
  path: string;
  query: URLSearchParams;
  /** The parsed JSON body. */
  body: { data: { type: string; attributes: Record<string, unknown> } } | undefined;
  headers: Record<string, string>;
}

type Handler = Answer | ((call: ApiCall) => Answer | Promise<Answer>);
/** By method and path with `:params`: `{ 'GET organizations/:id/tables': collectionOf('tables', []) }`. */
export type Handlers = Record<string, Handler>;

export interface FakeApi {
  /** Every call so far, in order. */
  calls: ApiCall[];
  /** Those to one route, as it stands in the handlers. */
  callsTo(route: string): ApiCall[];
  /** Adds or replaces handlers. */
  on(handlers: Handlers): void;
}

/**
 * Puts a made-up API in the place of the network (uploads go another way: they need XMLHttpRequest). A call that no
 * handler takes fails like a broken network, and says so in the test's output.
 */
export function fakeApi(handlers: Handlers = {}): FakeApi {
  const known = { ...handlers };
  const calls: ApiCall[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const call = callOf(String(input), init);
    calls.push(call);
    const handler = known[routeOf(known, call) ?? ''];
    if (!handler) throw new TypeError(`Nothing answers ${call.method} ${call.path}`);
    return responseOf(typeof handler === 'function' ? await handler(call) : handler);
  };
  return {
    calls,
    callsTo: (route) => calls.filter((call) => routeOf({ [route]: noHandler }, call) === route),
    on: (more) => Object.assign(known, more),
  };
}

const noHandler: Handler = { status: 204 };

function callOf(address: string, init: RequestInit): ApiCall {
  const url = new URL(address, 'http://localhost');
  return {
    method: init.method ?? 'GET',
    path: decodeURIComponent(url.pathname.replace(/^\/api\//, '')),
    query: url.searchParams,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    headers: (init.headers ?? {}) as Record<string, string>,
  };
}

/** The handler's key that fits; one without params wins over one with. */
function routeOf(handlers: Handlers, { method, path }: ApiCall): string | undefined {
  const routes = Object.keys(handlers).sort((a, b) => a.split(':').length - b.split(':').length);
  return routes.find((route) => {
    const [routeMethod, pattern = ''] = route.split(' ');
    return routeMethod === method && new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);
  });
}

/** As much of a Response as the client reads; jsdom has none. */
function responseOf({ status, body, headers }: Answer): Response {
  const answer = { status, ok: status < 400, headers: new Headers(headers), json: async () => body };
  return answer as Response;
}
