import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns the page's serious accessibility problems, each with the elements that have it. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n   ')}`);
}
