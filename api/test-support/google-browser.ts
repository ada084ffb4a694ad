import type { ApiResponse, Client, TestApi } from './test-api.ts';
import { TEST_ORIGIN } from './test-ground.ts';

type Purpose = 'login' | 'signup' | 'link';

/** A browser with a popup for signing in with Google. Keeps all cookies of the API. */
export class GoogleBrowser {
  readonly #api: TestApi;
  readonly #jar = new Map<string, string>();
  #csrfToken: string | undefined;

  constructor(api: TestApi, person?: Client) {
    this.#api = api;
    this.#csrfToken = person?.csrfToken;
    if (person?.cookie) this.#keep(person.cookie);
  }

  cookie(name: string): string | undefined {
    return this.#jar.get(name);
  }

  setCookie(name: string, value: string | undefined): void {
    if (value === undefined) this.#jar.delete(name);
    else this.#jar.set(name, value);
  }

  get(path: string): Promise<ApiResponse> {
    return this.#send('GET', path);
  }

  post(path: string, type: string, attributes: object): Promise<ApiResponse> {
    return this.#send('POST', path, { data: { type, attributes } });
  }

  delete(path: string): Promise<ApiResponse> {
    return this.#send('DELETE', path);
  }

  /** Starts the flow and returns the URL to which the API redirects the popup. */
  async start(purpose: Purpose): Promise<URL> {
    const { headers, status, text } = await this.get(`/google/start?purpose=${purpose}`);
    if (status !== 303) throw new Error(`start returns ${status}: ${text}`);
    return new URL(String(headers.location), TEST_ORIGIN);
  }

  /** Opens the callback in the popup, and returns the query parameters of the page to which it redirects. */
  async comeBack(url: URL): Promise<Record<string, string>> {
    const { headers, status, text } = await this.get(`/google/callback${url.search}`);
    if (status !== 303) throw new Error(`callback returns ${status}: ${text}`);
    const page = new URL(String(headers.location), TEST_ORIGIN);
    if (page.pathname !== '/oauth-redirects') throw new Error(`callback leads to ${page.pathname}`);
    return Object.fromEntries(page.searchParams);
  }

  logIn(token: string): Promise<ApiResponse> {
    return this.post('/sessions/google-login', 'google_logins', { token });
  }

  signUp(token: string): Promise<ApiResponse> {
    return this.post('/google-signup', 'google_signups', { token });
  }

  link(token: string, password: string): Promise<ApiResponse> {
    return this.post('/google-links', 'google_links', { token, password });
  }

  async #send(method: string, path: string, payload?: object): Promise<ApiResponse> {
    const client = this.#api.visitor();
    client.csrfToken = this.#csrfToken;
    client.cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ') || undefined;
    const response = await client.send({ method, path, payload });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) this.#keep(String(cookie));
    if (response.status === 201) this.#csrfToken = response.body.data.attributes.csrfToken;
    return response;
  }

  #keep(header: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    this.setCookie(name, value || undefined);
  }
}
