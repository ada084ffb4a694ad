import { ownValue } from '@headwater/shared/contract/plain';
import { RE2JS } from 're2js';
import type { HttpRequest } from '@headwater/protocol/http/http-client';
import { parseSpan } from '../template/moments.ts';
import { isDict, newDict, own, textOf, type Dict } from '../template/values.ts';
import type { Run } from './run.ts';

interface Window {
  limit: number;
  milliseconds: number;
  /** When requests were sent, the earliest first. */
  sent: number[];
}

interface Policy {
  windows: Window[];
  matches(request: HttpRequest): boolean;
}

/** Keeps to the budget that a manifest states: no more requests within a period than it allows. */
export class RateLimits {
  readonly #run: Run;
  readonly #policies: Policy[];

  constructor(budget: Dict, run: Run) {
    this.#run = run;
    this.#policies = listOf(budget, 'policies').map((policy) => policyOf(policy, run));
  }

  /** Waits until the next request is allowed. The first policy that matches applies. */
  async before(request: HttpRequest): Promise<void> {
    const policy = this.#policies.find((each) => each.matches(request));
    for (const window of policy?.windows ?? []) {
      const now = Date.now();
      while (window.sent.length > 0 && window.sent[0]! <= now - window.milliseconds) window.sent.shift();
      if (window.sent.length >= window.limit)
        await this.#run.wait(
          window.sent[window.sent.length - window.limit]! + window.milliseconds - now,
          request.url.host,
          true,
        );
      window.sent.push(Date.now());
    }
  }
}

const listOf = (component: Dict, field: string): Dict[] => {
  const given = own(component, field);
  return Array.isArray(given) ? given.filter(isDict) : [];
};

function policyOf(policy: Dict, run: Run): Policy {
  const windowOf = (component: Dict, limit: string, period: string): Window => ({
    limit: Math.max(1, run.templates(component).number(limit) ?? 1),
    milliseconds: parseSpan(run.templates(component).text(period)).milliseconds,
    sent: [],
  });
  const type = own(policy, 'type');
  const windows =
    type === 'FixedWindowCallRatePolicy'
      ? [windowOf(policy, 'call_limit', 'period')]
      : listOf(policy, 'rates').map((rate) => windowOf(rate, 'limit', 'interval'));
  const matchers = listOf(policy, 'matchers').map((matcher) => matcherOf(matcher, run));
  return { windows, matches: (request) => matchers.length === 0 || matchers.some((each) => each(request)) };
}

/** Returns whether a request is one that a matcher describes. */
export function matcherOf(matcher: Dict, run: Run): (request: HttpRequest) => boolean {
  const templates = run.templates(matcher);
  const [method, base, pattern] = [
    textOf(own(matcher, 'method')),
    templates.text('url_base'),
    textOf(own(matcher, 'url_path_pattern')),
  ];
  const path = pattern === '' ? null : RE2JS.compile(pattern);
  const asked = (field: string) => Object.entries((templates.deep(field) as Dict | null) ?? newDict());
  return (request) =>
    (method === '' || method === request.method) &&
    (base === '' || request.url.href.startsWith(base.replace(/\/$/, ''))) &&
    (path === null || path.matcher(request.url.pathname).find()) &&
    asked('params').every(([name, value]) => request.url.searchParams.get(name) === textOf(value)) &&
    asked('headers').every(([name, value]) => ownValue(request.headers, name) === textOf(value));
}
