import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { newAccount } from '../../e2e/support/account.ts';

type Attributes = Record<string, unknown>;
export interface Resource<A = Attributes> {
  id: string;
  attributes: A;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A signed-in user of a running product, who uses HTTP as a browser would. */
export class Client {
  readonly #address: string;
  #cookie = '';
  #csrf = '';

  private constructor(address: string) {
    this.#address = address;
  }

  static async signUp(address: string): Promise<Client> {
    const client = new Client(address);
    const session = await client.post('email-signup', 'email_signups', { ...newAccount() });
    client.#csrf = String(session.attributes.csrfToken);
    return client;
  }

  /** `name=value`, for a browser that is to be signed in, too. */
  get cookie(): string {
    return this.#cookie;
  }

  get<A = Attributes>(path: string): Promise<Resource<A>> {
    return this.#send<A>(path);
  }

  post<A = Attributes>(
    path: string,
    type: string,
    attributes: Attributes,
    headers = {},
  ): Promise<Resource<A>> {
    return this.#send<A>(path, 'POST', { data: { type, attributes } }, headers);
  }

  patch<A = Attributes>(
    path: string,
    type: string,
    attributes: Attributes,
    version: number,
  ): Promise<Resource<A>> {
    return this.#send<A>(path, 'PATCH', { data: { type, attributes } }, { 'if-match': String(version) });
  }

  /** Uploads a file into a workspace, and returns the upload's ID. */
  async upload(organizationId: string, file: string, fileName: string): Promise<string> {
    const path = `organizations/${organizationId}/uploads?fileName=${encodeURIComponent(fileName)}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await this.#fetch('POST', path, await openAsBlob(file), headers);
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return (JSON.parse(text) as { data: Resource }).data.id;
  }

  /** Polls `path` until `isDone` returns true, and returns the last resource. */
  async watch<A>(path: string, isDone: (attributes: A) => boolean): Promise<Resource<A>> {
    for (;;) {
      const resource = await this.get<A>(path);
      if (isDone(resource.attributes)) return resource;
      await pause(200);
    }
  }

  async #send<A>(...request: Parameters<Client['text']>): Promise<Resource<A>> {
    return (JSON.parse(await this.text(...request)) as { data: Resource<A> }).data;
  }

  /** Returns the text of the response as it is. */
  async text(
    path: string,
    method = 'GET',
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const response = await this.#fetch(method, path, sent, headers);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';', 1)[0] ?? '';
    return text;
  }

  /** Reads a file to its end, and keeps nothing of it. */
  async download(path: string): Promise<void> {
    const response = await this.#fetch('GET', path, undefined);
    if (!response.ok || !response.body) throw new Error(`GET ${path}: ${response.status}`);
    for await (const _ of response.body);
  }

  async delete(path: string): Promise<void> {
    const { ok, status } = await this.#fetch('DELETE', path, undefined);
    if (!ok) throw new Error(`DELETE ${path}: ${status}`);
  }

  /** Sends a request as given. Resolves whatever the response's status is. */
  async raw({ method, path, headers, body }: RawRequest): Promise<{ status: number; text: string }> {
    const response = await this.#fetch(method, path, body, headers);
    return { status: response.status, text: await response.text() };
  }

  /** Opens a workspace's event stream. Aborting the returned controller closes it. */
  async watchEvents(organizationId: string): Promise<AbortController> {
    const controller = new AbortController();
    const path = `organizations/${organizationId}/event-stream`;
    const { status } = await this.#fetch('GET', path, undefined, {}, controller.signal);
    if (status !== 200) throw new Error(`The stream was refused: ${status}`);
    return controller;
  }

  #fetch(
    method: string,
    path: string,
    body: string | Blob | undefined,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    return fetch(`${this.#address}/api/${path}`, {
      method,
      headers: {
        origin: this.#address,
        cookie: this.#cookie,
        ...(this.#csrf && { 'x-csrf-token': this.#csrf }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  }
}
