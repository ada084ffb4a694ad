import type { Page } from '@playwright/test';

/** Runs in each document before anything of it: says that it is there, and each heading that is ever in it. */
const WATCH = `(() => {
  if (window !== top) return;
  const id = crypto.randomUUID();
  const seen = new Set();
  const tell = (heading) => seen.has(heading) || (seen.add(heading), __document(id, heading));
  __document(id);
  new MutationObserver(() => document.querySelectorAll('h1, h2').forEach((heading) => tell(heading.textContent)))
    .observe(document, { childList: true, subtree: true, characterData: true });
})()`;

/** The documents that a page has loaded since it was watched. */
export interface Documents {
  count(): number;
  /** Of each document the headings that were ever in it, be it for a moment. */
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
