import type { Answer } from './answer.ts';
import { FailureError } from '@headwater/base/failures/failure';
import { textOf as textOfBody } from '@headwater/protocol/http/body-text';
import { parseJson } from '../json.ts';
import { NoResponse, type HttpRequest, type HttpResponse } from '@headwater/protocol/http/http-client';
import { renderText } from '../template/render.ts';
import { dataOf, isDict, jsonOf, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { authenticate, forgetSession } from './authenticators.ts';
import { actionOn, backOff, failureOf, type Outcome } from './error-handler.ts';
import { addParameters, newParts, type RequestParts } from './request-parts.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Purpose, Run, Templates } from './run.ts';
import type { SpentCall } from './token-quotas.ts';

interface Asked {
  /** What templates know: the slice, and the page's token. */
  known: Dict;
  /** What the paginator and the slices add. */
  parts?: RequestParts;
  /** Where the next page is, if the server has said so. */
  nextPath?: string | null;
  limits?: RateLimits | null;
  purpose?: Purpose;
}

/**
 * Sends the requests of an HttpRequester. Errors are handled as its error handler says. Null if the response is to be
 * ignored.
 */
export async function ask(
  requester: Dict,
  run: Run,
  { known, parts = newParts(), nextPath = null, limits = null, purpose = 'read' }: Asked,
): Promise<Answer | null> {
  const handler = run.templates(requester, known).component('error_handler');
  for (let attempt = 1; ; attempt += 1) {
    const { request, call } = await requestOf(requester, run, known, structuredCopy(parts), nextPath);
    await limits?.before(request);
    const { url } = request;
    const outcome = await attempted(request, run, purpose);
    const { action, reason, status } = actionOn(outcome, handler, run);
    const answer = outcome instanceof NoResponse ? null : outcome;
    if (answer) call?.see(answer);
    if (action === 'SUCCESS' && answer) return answer;
    if (action === 'IGNORE') return null;
    const { milliseconds, isGivenUp } = backOff(outcome, handler, attempt, run);
    if (action === 'FAIL' || action === 'SUCCESS' || isGivenUp)
      throw failureOf(outcome, { url, reason, action, status }, run);
    if (action === 'REFRESH_TOKEN_THEN_RETRY') forgetSession(run);
    const isLimited = action === 'RATE_LIMITED' || status === 429;
    // Another token has calls left, so there is nothing to wait for.
    if (!(isLimited && call?.canRotate())) await run.wait(milliseconds, url.host, isLimited);
  }
}

async function attempted(request: HttpRequest, run: Run, purpose: Purpose): Promise<Outcome> {
  try {
    const response = await run.send(request, purpose);
    return new LazyAnswer(response, request.url);
  } catch (error) {
    if (error instanceof NoResponse) return error;
    throw error;
  }
}

/** Parses the body when it's asked for. */
class LazyAnswer implements Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly url: URL;
  #json: Value = undefined;

  constructor({ status, headers, body }: HttpResponse, url: URL) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.url = url;
  }

  get json(): Value {
    if (this.#json === undefined) {
      try {
        this.#json = parseJson(textOfBody(this));
      } catch {
        this.#json = newDict();
      }
    }
    return this.#json;
  }
}

const structuredCopy = ({ parameters, headers, data, json }: RequestParts): RequestParts => ({
  parameters: [...parameters],
  headers: newDict(Object.entries(headers)),
  data: newDict(Object.entries(data)),
  json: dataOf(json) as Dict,
});

async function requestOf(
  requester: Dict,
  run: Run,
  known: Dict,
  parts: RequestParts,
  nextPath: string | null,
): Promise<{ request: HttpRequest; call: SpentCall | null }> {
  const templates = run.templates(requester, known);
  const url = urlOf(templates, nextPath);
  const method = textOf(own(requester, 'http_method')) || 'GET';
  const own_ = newParts();
  const parameters = templates.sent('request_parameters');
  addParameters(own_, typeof parameters === 'string' ? newDict(new URLSearchParams(parameters)) : parameters);
  for (const [name, value] of parts.parameters) own_.parameters.push([name, value]);
  const merged: RequestParts = { ...parts, parameters: own_.parameters };
  const headers = templates.sent('request_headers', undefined, renderText);
  if (isDict(headers))
    merged.headers = newDict([...Object.entries(headers), ...Object.entries(parts.headers)]);
  const authenticator = templates.component('authenticator');
  // What a server says about the next page can lead elsewhere. Credentials don't go there.
  const isOwn = nextPath === null || url.origin === urlOf(templates, null).origin;
  const unsigned = (): HttpRequest => {
    const whole = new URL(url);
    for (const [name, value] of merged.parameters) whole.searchParams.append(name, value);
    return { method, url: whole, headers: sentHeaders(merged.headers), body: null };
  };
  const call =
    authenticator && isOwn ? await authenticate(authenticator, run, merged, known, unsigned) : null;
  const sent = sentHeaders(merged.headers);
  const body = bodyOf(templates, merged, sent);
  for (const [name, value] of merged.parameters)
    if (!url.searchParams.getAll(name).includes(value)) url.searchParams.append(name, value);
  return { request: { method, url, headers: sent, body }, call };
}

function sentHeaders(given: Dict): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const text = textOf(value).trim();
    if (
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
      /[^\t\x20-\x7e\x80-\xff]/.test(text) ||
      /^(host|content-length|transfer-encoding|connection)$/i.test(name)
    )
      throw new FailureError('api_request_invalid', { part: `header ${name.slice(0, 50)}` });
    headers.set(name, text);
  }
  return Object.fromEntries(headers);
}

/** Returns the URL to request. The next page's can be a whole one, or a path. */
export function urlOf(templates: Templates, nextPath: string | null): URL {
  const base = templates.text('url') || templates.text('url_base');
  const path = nextPath ?? templates.text('path');
  const text = /^https?:\/\//i.test(path) ? path : joined(base, path);
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username ||
    url.password ||
    url.hostname === ''
  )
    throw new FailureError('api_request_invalid', { part: 'URL' });
  return url;
}

function joined(base: string, path: string): string {
  if (path === '') return base;
  if (path.startsWith('?')) return base + path;
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

function bodyOf(
  templates: Templates,
  { data, json }: RequestParts,
  headers: Record<string, string>,
): string | null {
  const setType = (type: string) => {
    if (!Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
      headers['content-type'] = type;
  };
  const { text, json: jsonGiven, data: dataGiven } = bodiesOf(templates);
  if (text !== null) return text;
  if (typeof jsonGiven === 'string') {
    setType('application/json');
    return jsonGiven;
  }
  if (isDict(jsonGiven) || Object.keys(json).length > 0) {
    setType('application/json');
    return jsonOf(newDict([...Object.entries(jsonGiven ?? {}), ...Object.entries(json)]));
  }
  if (typeof dataGiven === 'string') return dataGiven;
  if (!isDict(dataGiven) && Object.keys(data).length === 0) return null;
  setType('application/x-www-form-urlencoded');
  const form = newParts();
  addParameters(form, newDict([...Object.entries(dataGiven ?? {}), ...Object.entries(data)]));
  return new URLSearchParams(form.parameters).toString();
}

/** What the manifest says about the body, in each of the ways that it has for that. */
function bodiesOf(templates: Templates): { text: string | null; json: Value; data: Value } {
  const given = templates.component('request_body');
  const kind = given ? textOf(own(given, 'type')) : '';
  const value = given ? own(given, 'value') : undefined;
  if (kind === 'RequestBodyPlainText' && typeof value === 'string')
    return { text: templates.asWritten('request_body', value), json: null, data: null };
  const isJson = kind === 'RequestBodyJsonObject' || kind === 'RequestBodyGraphQL';
  const isForm = kind === 'RequestBodyUrlEncodedForm';
  return {
    text: null,
    json: templates.deep('request_body_json') ?? (isJson ? templates.deep('request_body', value) : null),
    data: templates.sent('request_body_data') ?? (isForm ? templates.sent('request_body', value) : null),
  };
}
