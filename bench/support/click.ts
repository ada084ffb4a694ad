import type { Page } from 'playwright';

/**
 * Returns the milliseconds from a click on `link` to the frame that shows `target`, which must not be there
 * before.
 */
export function clickUntilShown(page: Page, link: string, target: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const sees = () => document.querySelector(${JSON.stringify(target)})?.checkVisibility();
    if (sees()) return reject(new Error('It is there already.'));
    const start = performance.now();
    new MutationObserver((_, observer) => {
      if (!sees()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    }).observe(document, { childList: true, subtree: true });
    document.querySelector(${JSON.stringify(link)}).click();
  })`);
}
