import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ErrorDocument, ErrorObject } from '@headwater/shared/contract';
import { TEST_ORIGIN } from './test-ground.ts';

type Headers = Record<string, string | undefined>;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read responses of every shape and compare what they find
export interface ApiResponse<Body = any> {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  /** The parsed body; undefined if the response has none. */
  readonly body: Body;
  readonly text: string;
  /** The body of a file. Empty if it was a stream. */
  readonly bytes: Buffer;
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Headers | undefined;
  readonly payload?: unknown;
  /** The response doesn't end on its own, so only its status and headers are read. */
  readonly isStream?: boolean;
}

/** Acts like a browser: keeps the cookie, and sends Origin and the CSRF token. */
export class Client {
  readonly #server: FastifyInstance;
  cookie: string | undefined;
  csrfToken: string | undefined;
  /** The signed-in user; empty for a visitor. */
  userId = '';
  email = '';
  sessionId = '';
  /** A service account's token, which replaces the session. */
  token: string | undefined;

  constructor(server: FastifyInstance) {
    this.#server = server;
  }

  get(path: string, headers?: Headers): Promise<ApiResponse> {
    return this.send({ method: 'GET', path, headers });
  }

  post(path: string, type: string, attributes: object = {}, headers?: Headers): Promise<ApiResponse> {
    return this.send({ method: 'POST', path, headers, payload: { data: { type, attributes } } });
  }

  patch(path: string, type: string, attributes: object, headers?: Headers): Promise<ApiResponse> {
    return this.send({ method: 'PATCH', path, headers, payload: { data: { type, attributes } } });
  }

  delete(path: string, headers?: Headers): Promise<ApiResponse> {
    return this.send({ method: 'DELETE', path, headers });
  }

  upload(path: string, bytes: Buffer | string, headers?: Headers): Promise<ApiResponse> {
    return this.send({
      method: 'POST',
      path,
      payload: bytes,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  }

  /**
   * Sends a request to a path below `/api`, like a browser. Given headers replace its own, undefined ones are
   * omitted.
   */
  async send(request: SentRequest): Promise<ApiResponse> {
    const headers: Headers = {
      origin: TEST_ORIGIN,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'x-csrf-token': this.csrfToken,
      cookie: this.cookie,
      authorization: this.token && `Bearer ${this.token}`,
      ...request.headers,
    };
    const response = await this.#server.inject({
      method: request.method as InjectOptions['method'],
      url: `/api${request.path}`,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      payload: request.payload as InjectOptions['payload'],
      payloadAsStream: request.isStream ?? false,
    });
    this.#keepCookie(response.headers['set-cookie']);
    const text = request.isStream ? await textOf(response) : response.body;
    const isJson = /[/+]json/.test(String(response.headers['content-type'])) && text !== '';
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
      text,
      bytes: request.isStream ? Buffer.alloc(0) : response.rawPayload,
    };
  }

  #keepCookie(header: string | string[] | undefined): void {
    const [pair = ''] = [header].flat()[0]?.split(';') ?? [];
    if (pair) this.cookie = pair.endsWith('=') ? undefined : pair;
  }
}

/** Returns the text of a refused stream, and closes a stream that was accepted. */
async function textOf(response: LightMyRequestResponse): Promise<string> {
  const stream = response.stream();
  if (response.statusCode === 200) {
    stream.destroy();
    return '';
  }
  return Buffer.concat(await stream.toArray()).toString();
}

/** Returns the errors of a response, each as `code pointer`, so that one assertion can compare them. */
export function faultsIn({ body }: ApiResponse<ErrorDocument>): string[] {
  return body.errors.map(({ code, source }: ErrorObject) =>
    [code, source?.pointer ?? source?.parameter].filter(Boolean).join(' '),
  );
}
