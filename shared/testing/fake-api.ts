import type { FakeResponse } from './responses.ts';

/** A request that reached the fake API. */
export interface ApiCall {
  method: string;
  /** Without `/api/` and the query. */
  path: string;
  query: URLSearchParams;
  /** The parsed JSON body. */
  body: { data: { type: string; attributes: Record<string, unknown> } } | undefined;
  headers: Record<string, string>;
}

type Handler = FakeResponse | ((call: ApiCall) => FakeResponse | Promise<FakeResponse>);
/** Responses by method and path with `:params`: `{ 'GET organizations/:id/tables': collectionOf('tables', []) }`. */
export type Handlers = Record<string, Handler>;

export interface FakeApi {
  /** All requests so far, in order. */
  calls: ApiCall[];
  /** Returns the requests to one route, written as in the handlers. */
  callsTo(route: string): ApiCall[];
  /** Adds or replaces handlers. */
  on(handlers: Handlers): void;
}

/**
 * Replaces the network with a fake API, except for uploads, which use XMLHttpRequest. A request without a handler fails
 * as if the network were down.
 */
export function fakeApi(handlers: Handlers = {}): FakeApi {
  const known = { ...handlers };
  const calls: ApiCall[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const call = callOf(String(input), init);
    calls.push(call);
    const handler = known[routeOf(known, call) ?? ''];
    if (!handler) throw new TypeError(`No handler for ${call.method} ${call.path}`);
    return responseOf(typeof handler === 'function' ? await handler(call) : handler);
  };
  return {
    calls,
    callsTo: (route) => calls.filter((call) => routeOf({ [route]: noHandler }, call) === route),
    on: (more) => Object.assign(known, more),
  };
}

const noHandler: Handler = { status: 204 };

function callOf(input: string, init: RequestInit): ApiCall {
  const url = new URL(input, 'http://localhost');
  return {
    method: init.method ?? 'GET',
    path: decodeURIComponent(url.pathname.replace(/^\/api\//, '')),
    query: url.searchParams,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    headers: (init.headers ?? {}) as Record<string, string>,
  };
}

/** Returns the key of the handler that matches; one with fewer params wins. */
function routeOf(handlers: Handlers, { method, path }: ApiCall): string | undefined {
  const routes = Object.keys(handlers).sort((a, b) => a.split(':').length - b.split(':').length);
  return routes.find((route) => {
    const [routeMethod, pattern = ''] = route.split(' ');
    return routeMethod === method && new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);
  });
}

/** Creates the parts of a Response that the client reads; jsdom has none. */
function responseOf({ status, body, headers }: FakeResponse): Response {
  const response = { status, ok: status < 400, headers: new Headers(headers), json: async () => body };
  return response as Response;
}
