import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, playwrightCli } from './support/browser.ts';
import { stopLeftovers } from './support/children.ts';
import { makeScratch, removeScratch } from './support/scratch.ts';
import { stopStores } from './support/stores.ts';

const folder = import.meta.dirname;
const report = join(folder, 'test-results/report.json');
const say = (text: string) => console.log(`e2e: ${text}`);

/**
 * `npm run e2e`: every journey through the composed product in a real browser. Further words go to Playwright
 * (`npm run e2e -- sign-up -g 'wrong password' --headed`); `--screens <folder>` takes pictures of every screen instead.
 */
async function main(): Promise<number> {
  const { values, tokens } = parseArgs({
    options: { screens: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  process.env.HEADWATER_CHROMIUM = findBrowser(say);
  say(`using ${process.env.HEADWATER_CHROMIUM}`);
  makeScratch();
  try {
    if (typeof values.screens === 'string') return await takePictures(values.screens);
    if (tokens.some((token) => token.kind === 'option' && token.name === 'screens'))
      throw new Error('--screens wants a folder');
    return await runJourneys(process.argv.slice(2));
  } finally {
    const left = stopLeftovers() + stopStores();
    if (left > 0) say(`stopped ${left} processes that a journey had left behind`);
    removeScratch();
  }
}

async function takePictures(where: string): Promise<number> {
  const { takeScreens } = await import('./screens.ts');
  await takeScreens(resolve(process.env.INIT_CWD ?? process.cwd(), where), say);
  return 0;
}

async function runJourneys(words: readonly string[]): Promise<number> {
  rmSync(report, { force: true });
  const playwright = spawn(process.execPath, [playwrightCli(), 'test', ...words], {
    cwd: folder,
    stdio: 'inherit',
  });
  // The terminal sends Ctrl-C to both; we stay until Playwright has finished, and then clean up.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => playwright.kill('SIGTERM'));
  const [code] = (await once(playwright, 'exit')) as [number | null];
  if (existsSync(report)) console.log(summary());
  return code ?? 1;
}

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

function summary(): string {
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = stats.unexpected + stats.flaky + errors.length;
  return `${stats.expected} passed, ${failed} failed${stats.skipped ? `, ${stats.skipped} skipped` : ''}`;
}

process.exitCode = await main();
