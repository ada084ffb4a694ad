import { ownValue } from '@headwater/shared/contract/plain';
import { RE2JS } from 're2js';
import { FailureError } from '@headwater/base/failures/failure';
import { textOf as textOfBody } from '@headwater/protocol/http/body-text';
import { NoResponse } from '@headwater/protocol/http/http-client';
import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import type { Answer } from './answer.ts';
import type { Run } from './run.ts';

export type Outcome = Answer | NoResponse;
export type Action = 'SUCCESS' | 'FAIL' | 'RETRY' | 'IGNORE' | 'RATE_LIMITED' | 'REFRESH_TOKEN_THEN_RETRY';

export interface Decision {
  action: Action;
  /** What the manifest or the server says about it. */
  reason: string;
  status: number;
}

const MOST_RETRIES = 5;
const REASON_CHARACTERS = 300;
const RETRIED: ReadonlySet<number> = new Set([408, 425, 500, 502, 503, 504]);

/** Decides what to do about a response: by the first filter that matches, or else by its status. */
export function actionOn(outcome: Outcome, handler: Dict | null, run: Run): Decision {
  if (outcome instanceof NoResponse) return { action: 'RETRY', reason: outcome.message, status: 0 };
  const { status } = outcome;
  const said = reasonIn(outcome);
  for (const filter of filtersOf(handler)) {
    if (!matches(filter, outcome, said, run)) continue;
    const given = own(filter, 'action');
    const action = (given === undefined ? byStatus(status) : textOf(given)) as Action;
    const message = run.templates(filter, scopeOf(outcome)).text('error_message');
    return { action, reason: shortened(message || said, run), status };
  }
  return { action: byStatus(status), reason: shortened(said, run), status };
}

function byStatus(status: number): Action {
  if (status >= 200 && status < 400) return 'SUCCESS';
  if (status === 429) return 'RATE_LIMITED';
  return RETRIED.has(status) ? 'RETRY' : 'FAIL';
}

const shortened = (text: string, run: Run) =>
  run.redactor.redact(text).replace(/\s+/g, ' ').slice(0, REASON_CHARACTERS);

function handlersOf(handler: Dict | null): Dict[] {
  if (!handler) return [];
  if (own(handler, 'type') !== 'CompositeErrorHandler') return [handler];
  const within = own(handler, 'error_handlers');
  return Array.isArray(within) ? within.filter(isDict).flatMap(handlersOf) : [];
}

const listOf = (component: Dict, field: string): Dict[] => {
  const given = own(component, field);
  return Array.isArray(given) ? given.filter(isDict) : [];
};

const filtersOf = (handler: Dict | null) =>
  handlersOf(handler).flatMap((each) => listOf(each, 'response_filters'));

function matches(filter: Dict, answer: Answer, said: string, run: Run): boolean {
  const codes = own(filter, 'http_codes');
  if (Array.isArray(codes) && codes.some((code) => Number(code) === answer.status)) return true;
  if (own(filter, 'predicate') && run.templates(filter, scopeOf(answer)).holds('predicate')) return true;
  const contained = textOf(own(filter, 'error_message_contains'));
  return contained !== '' && said.includes(contained);
}

/** What templates know of a response. */
function scopeOf({ headers, json, url }: Answer): Dict {
  return newDict([
    ['response', json],
    ['headers', headersScope(headers)],
    ['request_url', `${url.origin}${url.pathname}`],
  ]);
}

/** Names of headers are found in lower case and as they are usually written. */
export function headersScope(headers: Readonly<Record<string, string>>): Dict {
  const scope = newDict();
  for (const [name, value] of Object.entries(headers)) {
    scope[name] = value;
    scope[name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())] = value;
  }
  return scope;
}

const MESSAGES = [
  'message',
  'messages',
  'error',
  'errors',
  'error_message',
  'error_description',
  'detail',
  'details',
  'description',
  'reason',
  'title',
  'failures',
  'status_message',
];

/** Returns what a response says about an error. */
export function reasonIn({ json, body, headers }: Answer): string {
  const found = messageIn(json, 0);
  if (found !== '') return found;
  if (/html/i.test(headers['content-type'] ?? '')) return '';
  const text = textOfBody({ body: body.subarray(0, REASON_CHARACTERS), headers });
  return text.startsWith('{') || text.startsWith('[') || text.startsWith('<') ? '' : text;
}

function messageIn(value: Value, depth: number): string {
  if (typeof value === 'string') return depth === 0 ? '' : value;
  if (depth > 4) return '';
  if (Array.isArray(value))
    return value
      .map((each) => messageIn(each, depth + 1))
      .filter(Boolean)
      .slice(0, 3)
      .join(', ');
  if (!isDict(value)) return '';
  for (const name of MESSAGES) {
    const message = messageIn(own(value, name), depth + 1);
    if (message !== '') return message;
  }
  return '';
}

/** Returns how long to wait before the next attempt, or that there is none. */
export function backOff(
  outcome: Outcome,
  handler: Dict | null,
  attempt: number,
  run: Run,
): { milliseconds: number; isGivenUp: boolean } {
  const handlers = handlersOf(handler);
  const given = handlers
    .map((each) => run.templates(each).number('max_retries'))
    .find((most) => most !== null);
  const isGivenUp = attempt > Math.min(given ?? MOST_RETRIES, 100);
  const strategies = handlers.flatMap((each) => listOf(each, 'backoff_strategies'));
  for (const strategy of strategies) {
    const seconds = waitOf(strategy, outcome, attempt, run);
    if (seconds !== null && seconds >= 0) return { milliseconds: Math.ceil(seconds * 1000), isGivenUp };
  }
  const asked = outcome instanceof NoResponse ? null : retryAfter(outcome.headers['retry-after']);
  const seconds = asked ?? 5 * 2 ** (attempt - 1);
  return { milliseconds: Math.ceil(seconds * 1000), isGivenUp };
}

function waitOf(strategy: Dict, outcome: Outcome, attempt: number, run: Run): number | null {
  const templates = run.templates(strategy);
  const headers = outcome instanceof NoResponse ? {} : outcome.headers;
  switch (own(strategy, 'type')) {
    case 'ConstantBackoffStrategy':
      return templates.number('backoff_time_in_seconds');
    case 'ExponentialBackoffStrategy':
      return (templates.number('factor') ?? 5) * 2 ** (attempt - 1);
    case 'WaitTimeFromHeader':
      return numberIn(
        ownValue(headers, templates.text('header').toLowerCase()),
        textOf(own(strategy, 'regex')),
      );
    case 'WaitUntilTimeFromHeader': {
      const until = numberIn(
        ownValue(headers, templates.text('header').toLowerCase()),
        textOf(own(strategy, 'regex')),
      );
      const least = templates.number('min_wait');
      if (until === null) return least;
      return Math.max(0, until - Date.now() / 1000, least ?? 0);
    }
    case 'WaitTimeFromResponse': {
      if (outcome instanceof NoResponse) return null;
      const known = run.templates(strategy, scopeOf(outcome));
      const seconds = numberFrom(() => known.number('wait_time_in_seconds'));
      if (seconds === null || seconds <= 0) return null;
      const most = known.number('max_waiting_time_in_seconds');
      if (most !== null && seconds >= most)
        throw new FailureError('api_rate_limited', { host: outcome.url.host, seconds: Math.ceil(seconds) });
      return seconds;
    }
    default:
      return null;
  }
}

/** What can't be evaluated on a response leaves the waiting to the next strategy. */
function numberFrom(evaluate: () => number | null): number | null {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof FailureError) return null;
    throw error;
  }
}

function numberIn(header: string | undefined, regex: string): number | null {
  if (header === undefined) return null;
  let text = header;
  if (regex !== '') {
    const matcher = RE2JS.compile(regex).matcher(header);
    if (!matcher.find()) return null;
    text = (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group(0)) ?? '';
  }
  const number = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(number) ? number : null;
}

/** Returns how many seconds a server asks to wait, by a number of them or a date. Null if it doesn't. */
export function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const number = numberIn(header, '');
  if (number !== null) return Math.max(0, number);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

/** Returns the failure for a response that isn't accepted, or didn't come. */
export function failureOf(
  outcome: Outcome,
  { url, reason, action, status }: Decision & { url: URL },
  run: Run,
): FailureError {
  const { host } = url;
  const path = run.redactor.redact(url.pathname);
  if (outcome instanceof NoResponse) return new FailureError('api_no_response', { host, reason });
  const about = { host, path, status, reason: reason === '' ? '–' : reason };
  if (action === 'RATE_LIMITED' || status === 429)
    return new FailureError('api_rate_limited', { host, seconds: 0 });
  if (status === 401 || status === 403) return new FailureError('api_access_refused', about);
  if (status >= 500 || RETRIED.has(status)) return new FailureError('api_failed', about);
  return new FailureError('api_request_refused', about);
}
