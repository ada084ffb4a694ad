import type { BrowserContext } from '@playwright/test';

/** Runs in the page. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  __violation([event.effectiveDirective, event.blockedURI, event.sourceFile, event.lineNumber, event.sample].join(' ')))`;

/** What Chromium prints for a request that a closing window canceled. Failed requests have a reason at the end. */
const CANCELED = /^Fetch API cannot load \S+\.\s*$/;

/**
 * Errors in a browser that no user sees: console errors, uncaught errors, and violations of the page's
 * security policy.
 */
export class PageFaults {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #composition: string | undefined;

  /** Also counts pages made of another set of versions than `composition` as faults. */
  constructor(composition?: string) {
    this.#composition = composition;
  }

  /** Declares that this journey provokes faults that match `text`. */
  expect(...text: RegExp[]): void {
    this.#expected.push(...text);
  }

  unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#expected.some((text) => text.test(fault)));
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      if (message.type() === 'error' && !CANCELED.test(message.text()))
        this.#note('console', `${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#note('uncaught', String(error.error().stack ?? error.error())));
    context.on('response', (response) => {
      const composition = this.#composition && response.headers()['x-composition'];
      if (composition && composition !== this.#composition)
        this.#note('versions', `${response.url()} is made of ${composition} instead of ${this.#composition}`);
    });
    await context.exposeBinding('__violation', (_, text: string) => this.#note('security policy', text));
    await context.addInitScript({ content: REPORT_VIOLATIONS });
  }

  #note(kind: string, text: string): void {
    this.#seen.push(`${kind}: ${text}`);
  }
}
