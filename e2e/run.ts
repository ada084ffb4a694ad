import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBrowser, playwrightCli } from './support/browser.ts';
import { stopLeftovers } from './support/children.ts';
import { repository } from './support/repository.ts';
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
  const [first, where, ...more] = process.argv.slice(2);
  const wantsPictures = first === '--screens';
  if (wantsPictures && (!where || more.length > 0)) throw new Error('npm run e2e -- --screens <folder>');
  process.env.HEADWATER_CHROMIUM = findBrowser(say);
  say(`using ${process.env.HEADWATER_CHROMIUM}`);
  // Once and here: products that start side by side would build the same packages side by side.
  execFileSync(process.execPath, [join(repository, 'scripts/build.ts'), '--stale'], { stdio: 'inherit' });
  makeScratch();
  try {
    if (where && wantsPictures) return await takePictures(where);
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
  const [code, signal] = (await once(playwright, 'exit')) as [number | null, NodeJS.Signals | null];
  if (existsSync(report)) console.log(summary());
  else say(`Playwright ended ${signal ? `by ${signal}` : `with ${code}`} and left no report`);
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
