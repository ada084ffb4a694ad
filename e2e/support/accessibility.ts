import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns the page's serious accessibility problems, each with the elements that have it. */
export const seriousFaults = async (page: Page): Promise<string[]> =>
  serious(await new AxeBuilder({ page }).analyze());

/** Returns the texts that contrast too little with what is behind them: all that another theme can change. */
export const contrastFaults = async (page: Page): Promise<string[]> =>
  serious(await new AxeBuilder({ page }).withRules(['color-contrast']).analyze());

function serious({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n   ')}`);
}
