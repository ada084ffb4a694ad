import { setTimeout as sleep } from 'node:timers/promises';
import { FailureError } from '@headwater/base/failures/failure';
import { Redactor } from '@headwater/base/failures/redactor';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { HttpClient, type HttpRequest, type HttpResponse } from '@headwater/protocol/http/http-client';
import { LONGEST_WAIT_MS } from '@headwater/protocol/http/limits';
import { isTemplate } from '../template/template.ts';
import type { SecretWatch } from '../template/evaluate.ts';
import { Float } from '../template/float.ts';
import { TemplateError } from '../template/template-error.ts';
import {
  renderCondition,
  renderDeep,
  renderParameter,
  renderPlain,
  renderText,
  renderToken,
  renderValue,
} from '../template/render.ts';
import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';

/** One request with its response, as a test shows it. */
export interface Exchange {
  purpose: Purpose;
  request: HttpRequest;
  response: HttpResponse | null;
  milliseconds: number;
}

export type Purpose = 'read' | 'sign_in';

export interface RunOptions {
  config: Dict;
  /** The values of the configuration's secret fields. */
  secrets: readonly string[];
  context: ConnectorContext;
  /** Waits that are longer fail instead, because somebody watches. */
  longestWaitMs?: number;
  /** Told before each wait because of a rate limit, and after it with null. */
  onRateLimit?(retryAt: Date | null): Promise<void>;
  onExchange?(exchange: Exchange): void;
}

/** What all requests of one check or read share. */
export class Run {
  readonly config: Dict;
  readonly http: HttpClient;
  readonly redactor = new Redactor();
  /** Lets what templates make of secrets be masked as well. */
  readonly secretWatch: SecretWatch;
  readonly signal: AbortSignal;
  /** Tokens that authenticators have fetched, by their component. */
  readonly sessions = new Map<Dict, { token: string; validUntil: number }>();
  /** The most records that a page has had, by the paginator's component. */
  readonly largestPages = new Map<Dict, number>();
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    this.#options = options;
    this.config = options.config;
    this.http = new HttpClient(options.context);
    this.signal = options.context.signal;
    for (const secret of options.secrets) this.redactor.add(secret);
    this.secretWatch = {
      secrets: new Set(options.secrets.filter((secret) => secret !== '')),
      found: (text) => this.redactor.addDerived(text),
    };
  }

  /** Sends one request, and reports it. */
  async send(request: HttpRequest, purpose: Purpose): Promise<HttpResponse> {
    const started = performance.now();
    let response: HttpResponse | null = null;
    try {
      response = await this.http.send(request);
      return response;
    } finally {
      this.#options.onExchange?.({
        purpose,
        request,
        response,
        milliseconds: Math.round(performance.now() - started),
      });
    }
  }

  /** Waits before the next attempt, or fails if that would take too long. */
  async wait(milliseconds: number, host: string, isRateLimit: boolean): Promise<void> {
    const longest = this.#options.longestWaitMs ?? LONGEST_WAIT_MS;
    if (milliseconds > longest) {
      const seconds = Math.ceil(milliseconds / 1000);
      throw new FailureError('api_rate_limited', { host, seconds });
    }
    const tells = isRateLimit && milliseconds > 0;
    if (tells) await this.#options.onRateLimit?.(new Date(Date.now() + milliseconds));
    await sleep(milliseconds, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
    if (tells) await this.#options.onRateLimit?.(null);
  }

  close(): void {
    this.http.close();
  }

  /** Evaluates templates of a component, with what is known where it is used. */
  templates(component: Dict, known: Dict = newDict()): Templates {
    return new Templates(component, this, known);
  }
}

/** A template failed. */
export class TemplateFailure extends FailureError {
  readonly component: Dict;
  readonly field: string;

  constructor(component: Dict, field: string, reason: string) {
    super('api_template_failed', { field, component: textOf(own(component, 'type')), reason });
    this.component = component;
    this.field = field;
  }
}

/** Evaluates the fields of one component. */
export class Templates {
  readonly #component: Dict;
  readonly #run: Run;
  readonly #watch: SecretWatch;
  readonly scope: Dict;

  constructor(component: Dict, run: Run, known: Dict) {
    this.#component = component;
    this.#run = run;
    this.#watch = run.secretWatch;
    const parameters = own(component, '$parameters') ?? newDict();
    this.scope = newDict([['config', run.config], ['parameters', parameters], ...Object.entries(known)]);
  }

  /** The field's text. Empty if it isn't given or has no value. */
  text(field: string, otherwise = ''): string {
    const given = own(this.#component, field);
    if (given === undefined || given === null) return otherwise;
    return (typeof given === 'string' ? this.asWritten(field, given) : textOf(given)) || otherwise;
  }

  /** A text that stands in a field or within it. */
  asWritten(field: string, given: string): string {
    return this.#try(field, () => renderText(given, this.scope, this.#watch));
  }

  value(field: string): Value {
    const given = own(this.#component, field);
    return this.#try(field, () =>
      typeof given === 'string' ? renderValue(given, this.scope, this.#watch) : given,
    );
  }

  /** The text without reading it as a literal. */
  plain(field: string): Value {
    const given = own(this.#component, field);
    return this.#try(field, () =>
      typeof given === 'string' ? renderPlain(given, this.scope, this.#watch) : given,
    );
  }

  /** The value, of which a text stays as it is written. */
  token(field: string): Value {
    const given = own(this.#component, field);
    return this.#try(field, () =>
      typeof given === 'string' ? renderToken(given, this.scope, this.#watch) : given,
    );
  }

  deep(field: string, given: Value = own(this.#component, field)): Value {
    return this.#try(field, () => renderDeep(given, this.scope, this.#watch));
  }

  /** What is sent by names, as parameters are: texts as they are written, and lists. */
  sent(field: string, given: Value = own(this.#component, field), render = renderParameter): Value {
    return this.#try(field, () => {
      const whole = typeof given === 'string' ? renderValue(given, this.scope, this.#watch) : null;
      if (isDict(whole)) return whole;
      if (typeof given === 'string') return renderText(given, this.scope, this.#watch);
      return renderDeep(given, this.scope, this.#watch, render);
    });
  }

  /** Texts as they are written, at any depth, as of headers. */
  texts(field: string): Value {
    const text: typeof renderParameter = (template, scope, watch) =>
      isTemplate(template) ? renderText(template, scope, watch) || null : template;
    return this.sent(field, undefined, text);
  }

  path(field: string): string[] {
    const given = own(this.#component, field);
    if (!Array.isArray(given)) return [];
    return this.#try(field, () =>
      given.map((part) =>
        typeof part === 'string' ? renderText(part, this.scope, this.#watch) : textOf(part),
      ),
    );
  }

  /** A condition that isn't given holds. */
  holds(field: string): boolean {
    const given = own(this.#component, field);
    if (given === undefined || given === null || given === '') return true;
    return this.#try(field, () =>
      typeof given === 'string' ? renderCondition(given, this.scope, this.#watch) : given === true,
    );
  }

  number(field: string): number | null {
    const value = this.value(field);
    const number = typeof value === 'string' || value instanceof Float ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : null;
  }

  flag(field: string): boolean {
    return this.value(field) === true || own(this.#component, field) === 'true';
  }

  component(field: string): Dict | null {
    const given = own(this.#component, field);
    return isDict(given) ? given : null;
  }

  components(field: string): Dict[] {
    const given = own(this.#component, field);
    return Array.isArray(given) ? given.filter(isDict) : [];
  }

  #try<T>(field: string, evaluate: () => T): T {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const reason = this.#run.redactor.redact(error.message);
      throw new TemplateFailure(this.#component, field, reason);
    }
  }
}
