import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Returns the serious accessibility problems of the page, or of a part of it, each with the elements that have it. */
export const seriousFaults = async (page: Page, part?: string): Promise<string[]> =>
  serious(await analyze(page, {}, part));

/** Returns the texts that contrast too little with what is behind them: all that another theme can change. */
export const contrastFaults = async (page: Page, part?: string): Promise<string[]> =>
  serious(await analyze(page, { runOnly: ['color-contrast'] }, part));

/** Frames report to the page even if they have another origin. */
const EVERY_FRAME = `;axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/**
 * Runs axe in the page itself. Its own package for Playwright loads it again, and opens another page, for each
 * analysis, which takes several times as long as the analysis.
 */
async function analyze(page: Page, options: RunOptions, part?: string): Promise<AxeResults> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(`'axe' in window`))) await frame.evaluate(axe.source + EVERY_FRAME);
  const wanted = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return page.evaluate(`axe.run(${part ? JSON.stringify(part) : 'document'}, ${wanted})`);
}

function serious({ violations }: AxeResults): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n   ')}`);
}
