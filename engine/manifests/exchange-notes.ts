import type { Exchange as ShownExchange } from '@headwater/shared/contract';
import { textOf as textOfBody } from '@headwater/protocol/http/body-text';
import type { HttpResponse } from '@headwater/protocol/http/http-client';
import type { Exchange } from './stream/run.ts';

/** The most exchanges that are shown. Others are only counted. */
const MOST = 10;
const BODY_CHARACTERS = 20_000;
/** A secret must not be cut before it is masked, so more is kept until then. */
const KEPT_CHARACTERS = 2 * BODY_CHARACTERS;
const MASK = '•••';
/** Headers and parameters whose values say who sends the request, whatever they are. */
const SENSITIVE = /auth|cookie|token|secret|api[-_]?key|^key$|passw|signature|session|credential/i;
/** But not what says where the next page is. */
const PAGE = /page|next|cursor|continu/i;
const isSensitive = (name: string) => SENSITIVE.test(name) && !PAGE.test(name);

/** Keeps what a test shows of its requests. Nothing of it is larger than what is shown. */
export class ExchangeNotes {
  readonly #noted: ShownExchange[] = [];
  count = 0;

  add(exchange: Exchange): void {
    this.count += 1;
    if (this.#noted.length < MOST) this.#noted.push(noted(exchange));
  }

  /** Says how many records the last response has. */
  countRecords(records: number): void {
    const last = this.#noted.findLast(({ purpose }) => purpose === 'read');
    if (last && this.count <= MOST) last.records = records;
  }

  /** Returns the exchanges without secrets. Called last, because tokens are only known when they have been received. */
  shown(redacted: (text: string) => string): ShownExchange[] {
    const headers = (given: ShownExchange['requestHeaders']) =>
      given.map(({ name, value }) => ({ name, value: redacted(value) }));
    const body = (text: string | null) => (text === null ? null : redacted(text).slice(0, BODY_CHARACTERS));
    return this.#noted.map((exchange) => ({
      ...exchange,
      url: redacted(exchange.url),
      requestHeaders: headers(exchange.requestHeaders),
      responseHeaders: headers(exchange.responseHeaders),
      requestBody: body(exchange.requestBody),
      responseBody: body(exchange.responseBody),
    }));
  }
}

function noted({ purpose, request, response, milliseconds }: Exchange): ShownExchange {
  const isShown = purpose === 'read';
  const text = response && isShown ? textOf(response) : null;
  return {
    purpose,
    method: request.method,
    url: urlOf(request.url),
    requestHeaders: headersOf(request.headers),
    requestBody: isShown ? (request.body?.slice(0, KEPT_CHARACTERS) ?? null) : null,
    status: response?.status ?? null,
    responseHeaders: headersOf(response?.headers ?? {}),
    responseBody: text?.slice(0, KEPT_CHARACTERS) ?? null,
    isCut: text !== null && text.length > BODY_CHARACTERS,
    responseBytes: response?.body.length ?? 0,
    milliseconds,
    records: null,
  };
}

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({
    name,
    value: isSensitive(name) ? MASK : value.slice(0, 1_000),
  }));

/** As people read it: decoded, so that a secret is found in it, and without the values of sensitive parameters. */
function urlOf({ origin, pathname, searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => `${name}=${isSensitive(name) ? MASK : value}`);
  return `${origin}${decoded(pathname)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Null if it isn't text. */
function textOf({ body, headers }: HttpResponse): string | null {
  const text = textOfBody({ body: body.subarray(0, KEPT_CHARACTERS * 4), headers });
  return text.includes('\0') ? null : text;
}
