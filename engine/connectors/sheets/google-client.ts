import { setTimeout as sleep } from 'node:timers/promises';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import {
  HttpClient,
  NoResponse,
  type HttpRequest,
  type HttpResponse,
} from '@headwater/protocol/http/http-client';
import { LONGEST_WAIT_MS } from '@headwater/protocol/http/limits';
import { retryAfter } from '@headwater/manifests/stream/error-handler';
import { addressesOf, type Addresses } from './google-sheets.config.ts';
import { isRateLimit, reasonOf, refusalOf } from './google-refusals.ts';
import { assertionOf, type ServiceAccount } from './service-account.ts';

/** Google’s limits are per minute, so that a sum of waits beyond one is enough. */
const MOST_ATTEMPTS = 8;
const LONGEST_PAUSE_SECONDS = 64;
/** A token is replaced so long before it ends. */
const EARLY_MS = 60_000;

export interface ClientOptions {
  context: ConnectorContext;
  account: ServiceAccount;
  /** Waits that are longer fail instead, because somebody watches. */
  longestWaitMs?: number;
}

/** Sends requests to the Sheets API as a service account. Waits when Google wants that, and asks again. */
export class GoogleClient {
  readonly account: ServiceAccount;
  readonly addresses: Addresses;
  readonly #http: HttpClient;
  readonly #signal: AbortSignal;
  readonly #longestWaitMs: number;
  #token: { value: string; validUntil: number } | null = null;
  /** Told before each wait because of a rate limit, and after it with null. */
  onRateLimit: (retryAt: Date | null) => Promise<void> = () => Promise.resolve();

  constructor({ context, account, longestWaitMs = LONGEST_WAIT_MS }: ClientOptions) {
    this.account = account;
    this.addresses = addressesOf(context.installation);
    this.#http = new HttpClient(context);
    this.#signal = context.signal;
    this.#longestWaitMs = longestWaitMs;
  }

  /** Returns the IP address of the API. */
  address(): Promise<string> {
    return this.#http.addressOf(new URL(this.addresses.api));
  }

  async signIn(): Promise<void> {
    await this.#bearer();
  }

  /** Returns what a resource of the API is. Throws a FailureError if Google refuses. */
  async get(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const url = new URL(`${this.addresses.api}${path}`);
    for (const [name, value] of Object.entries({ ...query, prettyPrint: 'false' }))
      url.searchParams.set(name, value);
    for (let isFirst = true; ; isFirst = false) {
      const authorization = `Bearer ${await this.#bearer()}`;
      const response = await this.#send({ method: 'GET', url, headers: { authorization }, body: null });
      if (response.status === 200) return parsed(response);
      // Tokens can end early, as when a key is revoked and given back.
      if (response.status !== 401 || !isFirst) throw refusalOf(response, this.account.email);
      this.#token = null;
    }
  }

  close(): void {
    this.#http.close();
  }

  async #bearer(): Promise<string> {
    if (this.#token && Date.now() < this.#token.validUntil) return this.#token.value;
    const assertion = assertionOf(this.account, Date.now());
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    });
    const response = await this.#send({
      method: 'POST',
      url: new URL(`${this.addresses.token}/token`),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    const { email: account } = this.account;
    if (response.status !== 200)
      throw new FailureError('google_key_refused', { account, reason: reasonOf(response) });
    const { access_token: value, expires_in: seconds } = parsed(response) as Record<string, unknown>;
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
      throw new FailureError('google_key_refused', { account, reason: 'no token was sent' });
    this.#token = { value, validUntil: Date.now() + (Number(seconds) || 3_600) * 1_000 - EARLY_MS };
    return value;
  }

  /** Returns a response that isn’t about load. */
  async #send(request: HttpRequest): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#http.send(request).catch((error: unknown) => {
        if (error instanceof NoResponse) return error;
        throw error;
      });
      const isLimit = !(response instanceof NoResponse) && isRateLimit(response);
      if (!isLimit && !(response instanceof NoResponse) && response.status < 500) return response;
      const asked = response instanceof NoResponse ? null : retryAfter(response.headers['retry-after']);
      const milliseconds = 1_000 * (asked ?? pauseSeconds(attempt, Math.random()));
      const { host } = request.url;
      if (attempt === MOST_ATTEMPTS || milliseconds > this.#longestWaitMs) {
        if (isLimit) throw new FailureError('api_rate_limited', { host, seconds: milliseconds / 1_000 });
        if (response instanceof NoResponse)
          throw new FailureError('google_no_response', { host, reason: response.message });
        throw refusalOf(response, this.account.email);
      }
      await this.#wait(milliseconds, isLimit);
    }
  }

  async #wait(milliseconds: number, isLimit: boolean): Promise<void> {
    if (isLimit) await this.onRateLimit(new Date(Date.now() + milliseconds));
    await sleep(milliseconds, undefined, { signal: this.#signal }).catch(() => this.#signal.throwIfAborted());
    if (isLimit) await this.onRateLimit(null);
  }
}

/** How long to wait if Google doesn’t say: ever longer, and never at the same time as others. */
export const pauseSeconds = (attempt: number, random: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, 2 ** (attempt - 1)) + random;

function parsed({ body, status }: HttpResponse): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    throw new FailureError('google_failed', { status, reason: 'the response isn’t JSON' });
  }
}
