import type { Page } from '@playwright/test';

/**
 * Runs in each document before any of its own scripts. Reports the document, and each heading that ever
 * appears in it.
 */
const WATCH = `(() => {
  if (window !== top) return;
  const id = crypto.randomUUID();
  const seen = new Set();
  const report = (heading) => seen.has(heading) || (seen.add(heading), __document(id, heading));
  __document(id);
  new MutationObserver(() => document.querySelectorAll('h1, h2').forEach((heading) => report(heading.textContent)))
    .observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/** The documents that a page has loaded since it was watched. */
export interface Documents {
  count(): number;
  /** Returns the headings that ever appeared in each document, even if only for a moment. */
  headings(): string[][];
}

export async function watchDocuments(page: Page): Promise<Documents> {
  const documents = new Map<string, string[]>();
  await page.exposeBinding('__document', (_, id: string, heading?: string) => {
    const headings = documents.get(id) ?? [];
    documents.set(id, heading === undefined ? headings : [...headings, heading]);
  });
  await page.addInitScript({ content: WATCH });
  return { count: () => documents.size, headings: () => [...documents.values()] };
}
