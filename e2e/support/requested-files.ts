import type { Page } from '@playwright/test';

/** The files of the product that a page requests, without a cache. */
export class RequestedFiles {
  readonly #page: Page;
  #paths: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    // Counted where they are sent: what the screen before was still preloading can reach the server late.
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/r/')) this.#paths.push(pathname);
    });
  }

  static async of(page: Page): Promise<RequestedFiles> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    return new RequestedFiles(page);
  }

  /**
   * Leaves the page for one without files, and forgets what was requested until now. It is one of the product's: the
   * browser starts a process for a page that isn't.
   */
  async startOver(): Promise<void> {
    await this.#page.goto('/api/health');
    this.#paths = [];
  }

  paths = (): readonly string[] => this.#paths;

  again(): string[] {
    return this.#paths.filter((path, at) => this.#paths.indexOf(path) !== at);
  }

  /** Returns those that aren't part of any version that the document is made of. */
  async foreign(): Promise<string[]> {
    const bases = (await this.#page.evaluate(
      `(({ shell, remotes }) => [shell, ...Object.values(remotes)].map(({ base }) => base))(
        JSON.parse(document.getElementById('headwater').textContent))`,
    )) as string[];
    return this.#paths.filter((path) => !bases.some((base) => path.startsWith(base)));
  }
}
