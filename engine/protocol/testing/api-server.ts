import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server has received it. */
export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What the server sends: JSON, or a body as it is. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Buffer;
}

export type Route = (request: Received, response: ServerResponse) => Reply | Promise<Reply | null> | null;

export interface ApiServer {
  url: string;
  port: number;
  /** All requests so far. */
  received: Received[];
  routes: Map<string, Route>;
  stop(): Promise<void>;
}

/** A real HTTP server with numbered items and whatever routes a test adds. */
export async function startApiServer(): Promise<ApiServer> {
  const routes = new Map<string, Route>([['/numbers', numbers]]);
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, routes, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    routes,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  routes: ReadonlyMap<string, Route>,
  received: Received[],
): Promise<void> {
  let body = '';
  for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const { method = 'GET', headers } = request;
  const asked = { method, path: pathname, query: searchParams, headers, body };
  received.push(asked);
  const route = routes.get(pathname) ?? routes.get(pathname.replace(/\/[^/]+$/, '/*'));
  const reply = route
    ? await route(asked, response)
    : { status: 404, json: { message: 'There is no such path' } };
  if (!reply) return;
  const isJson = reply.body === undefined;
  response.writeHead(reply.status ?? 200, {
    ...(isJson && { 'content-type': 'application/json' }),
    ...reply.headers,
  });
  response.end(isJson ? JSON.stringify(reply.json) : reply.body);
}

/** 5,000 items, in pages of at most 1,000. */
function numbers({ query }: Received): Reply {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(1_000, Number(query.get('limit') ?? 100));
  const end = Math.min(5_000, offset + limit);
  const items = Array.from({ length: Math.max(0, end - offset) }, (_, at) => ({
    n: offset + at,
    word: `word ${offset + at}`,
  }));
  return { json: { items } };
}

/** A manifest that reads all items with an API key in a header. */
export const numbersManifest = (url: string) => `version: 6.0.0
type: DeclarativeSource
check:
  type: CheckStream
  stream_names: [numbers]
streams:
  - type: DeclarativeStream
    name: numbers
    primary_key: n
    retriever:
      type: SimpleRetriever
      requester:
        type: HttpRequester
        url_base: ${url}
        path: /numbers
        authenticator:
          type: ApiKeyAuthenticator
          api_token: "{{ config['api_key'] }}"
          inject_into:
            type: RequestOption
            inject_into: header
            field_name: X-Key
      record_selector:
        type: RecordSelector
        extractor:
          type: DpathExtractor
          field_path: [items]
      paginator:
        type: DefaultPaginator
        page_size_option:
          type: RequestOption
          inject_into: request_parameter
          field_name: limit
        page_token_option:
          type: RequestOption
          inject_into: request_parameter
          field_name: offset
        pagination_strategy:
          type: OffsetIncrement
          page_size: 1000
    schema_loader:
      type: InlineSchemaLoader
      schema:
        type: object
        properties:
          n: { type: integer }
          word: { type: string }
spec:
  type: Spec
  connection_specification:
    type: object
    required: [api_key]
    properties:
      api_key:
        type: string
        title: API key
        airbyte_secret: true
`;
