import { ownValue } from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import { asList } from '../template/arguments.ts';
import { parseIso, parseSpan } from '../template/moments.ts';
import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import type { HttpRequest } from '@headwater/protocol/http/http-client';
import { valueAt } from './paths.ts';
import { matcherOf } from './rate-limits.ts';
import { ask } from './requester.ts';
import type { Answer } from './answer.ts';
import type { Run } from './run.ts';

/** The longest pause between requests when calls become scarce. */
const LONGEST_PAUSE_MS = 10_000;
/** A server whose clock is behind says that its quota was reset before it was. */
const LEAST_WAIT_MS = 5_000;
/** How much earlier than expected a response's reset may be without being about an earlier period. */
const SKEW_MS = 60_000;

/** The calls that a token has left in one pool. */
interface Quota {
  remaining: number;
  resetAt: number;
  limit: number;
  /** Whether the server counts calls at all. */
  isTracked: boolean;
}

interface Pool {
  component: Dict;
  name: string;
  matchers: ((request: HttpRequest) => boolean)[];
}

/** A token that a request was signed with. */
export interface SpentCall {
  header: string;
  value: string;
  /** Takes what a response says about the token's quota. */
  see(answer: Answer): void;
  /** Whether this token is spent and another one isn't, so that no one needs to wait. */
  canRotate(): boolean;
}

/**
 * Several tokens with quotas of their own: each request takes the next one that has calls left. When all are spent, it
 * waits for the earliest reset. Before that, the last calls are spread over the time that is left.
 */
export class TokenQuotas {
  readonly #component: Dict;
  readonly #run: Run;
  readonly #tokens: readonly string[];
  readonly #pools: readonly Pool[];
  #quotas: Map<string, Map<string, Quota>> | null = null;
  #active = 0;

  constructor(component: Dict, run: Run) {
    this.#component = component;
    this.#run = run;
    this.#tokens = tokensOf(component, run);
    for (const token of this.#tokens) run.redactor.add(token);
    this.#pools = run
      .templates(component)
      .components('quotas')
      .map((quota) => ({
        component: quota,
        name: textOf(own(quota, 'name')),
        matchers: run
          .templates(quota)
          .components('matchers')
          .map((matcher) => matcherOf(matcher, run)),
      }));
  }

  /** Takes a call for a request, as soon as there is one. */
  async take(request: HttpRequest): Promise<SpentCall> {
    this.#quotas ??= await this.#asked();
    const pool = this.#poolOf(request);
    const token = await this.#callIn(pool, request.url.host);
    const templates = this.#run.templates(this.#component);
    const method = textOf(own(this.#component, 'auth_method') ?? 'Bearer');
    return {
      header: templates.text('header', 'Authorization'),
      value: `${method} ${token}`.trim(),
      see: (answer) => this.#see(token, pool, answer),
      canRotate: () => {
        const { isTracked, remaining } = this.#quotaOf(token, pool);
        if (!isTracked || remaining > 0) return false;
        return this.#tokens.some((other) => other !== token && this.#quotaOf(other, pool).remaining > 0);
      },
    };
  }

  async #callIn(pool: Pool, host: string): Promise<string> {
    let waited = 0;
    for (;;) {
      const found = this.#next(pool);
      if (found !== null) {
        const quota = this.#quotaOf(found, pool);
        if (quota.isTracked) {
          const pause = this.#pauseBefore(pool, quota);
          quota.remaining -= 1;
          if (pause > 0) await this.#run.wait(pause, host, true);
        }
        return found;
      }
      const resets = this.#tokens.map((token) => this.#quotaOf(token, pool).resetAt);
      const wait = Math.max(Math.min(...resets) - Date.now(), LEAST_WAIT_MS);
      waited += wait;
      if (waited > this.#longestWait)
        throw new FailureError('api_rate_limited', { host, seconds: Math.ceil(wait / 1000) });
      await this.#run.wait(wait, host, true);
      this.#quotas = await this.#asked();
    }
  }

  get #longestWait(): number {
    return parseSpan(this.#run.templates(this.#component).text('max_wait_time', 'PT2H')).milliseconds;
  }

  /** Returns the token to use: the one before, as long as it has calls. Without counts, they take turns. */
  #next(pool: Pool): string | null {
    const count = this.#tokens.length;
    const current = this.#tokens[this.#active]!;
    if (!this.#quotaOf(current, pool).isTracked) {
      this.#active = (this.#active + 1) % count;
      return current;
    }
    for (let step = 0; step < count; step += 1) {
      const at = (this.#active + step) % count;
      const { isTracked, remaining } = this.#quotaOf(this.#tokens[at]!, pool);
      if (isTracked && remaining <= 0) continue;
      this.#active = at;
      return this.#tokens[at]!;
    }
    return null;
  }

  #pauseBefore(pool: Pool, active: Quota): number {
    const quotas = this.#tokens.map((token) => this.#quotaOf(token, pool));
    const reserveOf = ({ limit }: Quota) =>
      Math.max(this.#number('budget_min_reserve', 50), limit * this.#number('budget_reserve_fraction', 0.1));
    if (quotas.some((quota) => !quota.isTracked || quota.remaining > reserveOf(quota))) return 0;
    const remaining = quotas.reduce((sum, quota) => sum + Math.max(quota.remaining, 0), 0);
    const left = active.resetAt - Date.now();
    return remaining > 0 && left > 0 ? Math.min(left / remaining, LONGEST_PAUSE_MS) : 0;
  }

  #number(field: string, otherwise: number): number {
    return this.#run.templates(this.#component).number(field) ?? otherwise;
  }

  /** Asks the server for the quotas of each token. */
  async #asked(): Promise<Map<string, Map<string, Quota>>> {
    const found = new Map<string, Map<string, Quota>>();
    for (const token of this.#tokens) found.set(token, await this.#quotasOf(token));
    return found;
  }

  async #quotasOf(token: string): Promise<Map<string, Quota>> {
    const source = own(this.#component, 'quota_status_source') as Dict;
    const codes = own(source, 'unavailable_status_codes');
    const templates = this.#run.templates(this.#component);
    const requester = newDict([
      ['type', 'HttpRequester'],
      ['url', own(source, 'url')],
      ['http_method', own(source, 'http_method') ?? 'GET'],
      ['request_headers', own(source, 'request_headers') ?? newDict()],
      ['$parameters', own(source, '$parameters') ?? newDict()],
      ['error_handler', ignoring(Array.isArray(codes) ? codes : [])],
    ]);
    const method = textOf(own(this.#component, 'auth_method') ?? 'Bearer');
    const headers = newDict([[templates.text('header', 'Authorization'), `${method} ${token}`.trim()]]);
    const answer = await ask(requester, this.#run, {
      known: newDict(),
      purpose: 'sign_in',
      parts: { parameters: [], headers, data: newDict(), json: newDict() },
    });
    return new Map(
      this.#pools.map(({ component, name }) => [
        name,
        answer
          ? this.#quotaIn(component, answer)
          : { remaining: 0, resetAt: Date.now(), limit: 0, isTracked: false },
      ]),
    );
  }

  #quotaIn(component: Dict, answer: Answer): Quota {
    const templates = this.#run.templates(component);
    const at = (field: string): Value => valueAt(answer.json, templates.path(field));
    const remaining = numberOf(at('remaining_path'));
    const resetAt = momentOf(at('reset_path'));
    if (remaining === null || resetAt === null)
      throw new FailureError('api_sign_in_failed', {
        host: answer.url.host,
        reason: `the response has no quota ${textOf(own(component, 'name')).slice(0, 50)}`,
      });
    return { remaining, resetAt, limit: numberOf(at('limit_path')) ?? remaining, isTracked: true };
  }

  /** Takes what a response says. Counts only get lower within a period, because responses arrive in any order. */
  #see(token: string, { component, name }: Pool, { headers, status }: Answer): void {
    const quota = this.#quotas?.get(token)?.get(name);
    if (!quota?.isTracked) return;
    const header = (field: string) => ownValue(headers, textOf(own(component, field)).toLowerCase());
    const codes = own(component, 'exhaustion_status_codes');
    const isSpent = Array.isArray(codes) && codes.some((code) => Number(code) === status);
    const remaining = numberOf(header('remaining_header')) ?? (isSpent ? 0 : null);
    const resetAt = momentOf(header('reset_header'));
    const limit = numberOf(header('limit_header'));
    if (limit !== null && limit > 0 && (resetAt === null || resetAt >= quota.resetAt)) quota.limit = limit;
    if (resetAt !== null && resetAt > quota.resetAt) {
      quota.resetAt = resetAt;
      quota.remaining = remaining ?? quota.limit;
    } else if (
      remaining !== null &&
      ((remaining <= 0 && isSpent) || resetAt === null || resetAt >= quota.resetAt - SKEW_MS)
    )
      quota.remaining = Math.min(quota.remaining, remaining);
  }

  #poolOf(request: HttpRequest): Pool {
    const matching = this.#pools.find(({ matchers }) => matchers.some((matches) => matches(request)));
    return matching ?? this.#pools.find(({ matchers }) => matchers.length === 0) ?? this.#pools[0]!;
  }

  #quotaOf(token: string, { name }: Pool): Quota {
    return this.#quotas!.get(token)!.get(name)!;
  }
}

/** Returns the tokens: a list, or one text with a delimiter. */
function tokensOf(component: Dict, run: Run): string[] {
  const templates = run.templates(component);
  const delimiter = textOf(own(component, 'token_delimiter')) || ',';
  const given = own(component, 'tokens');
  const texts = Array.isArray(given)
    ? asList(templates.texts('tokens'), 'tokens').map(textOf)
    : templates.text('tokens').split(delimiter);
  const tokens = [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  if (tokens.length === 0)
    throw new FailureError('api_sign_in_failed', { host: '–', reason: 'there are no tokens' });
  return tokens;
}

const ignoring = (codes: readonly Value[]): Dict =>
  newDict([
    ['type', 'DefaultErrorHandler'],
    [
      'response_filters',
      codes.length === 0
        ? []
        : [
            newDict([
              ['type', 'HttpResponseFilter'],
              ['http_codes', [...codes]],
              ['action', 'IGNORE'],
            ]),
          ],
    ],
  ]);

function numberOf(value: Value): number | null {
  if (value === undefined || value === null || textOf(value).trim() === '') return null;
  const number = Number(textOf(value));
  return Number.isFinite(number) ? Math.floor(number) : null;
}

/** A moment as seconds since 1970, or as ISO 8601 has it. */
function momentOf(value: Value): number | null {
  const seconds = numberOf(value);
  if (seconds !== null) return seconds * 1000;
  if (value === undefined || value === null || isDict(value)) return null;
  try {
    return parseIso(textOf(value)).milliseconds;
  } catch {
    return null;
  }
}
