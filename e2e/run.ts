import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { RegistryFault } from 'delivery';
import { findBrowser, type BrowserKind } from './support/browser.ts';
import { stopLeftovers } from './support/children.ts';
import { repository } from './support/repository.ts';
import { describeCounts, runJourneys } from './support/run-journeys.ts';
import { makeScratch, removeScratch } from './support/scratch.ts';
import { stopStores } from './support/stores.ts';
import { prepare, tryCandidates } from './with/try-candidates.ts';
import { readWords } from './with/words.ts';

const say = (text: string) => console.log(`e2e: ${text}`);

/**
 * `npm run e2e`: runs every journey through the composed product in a real browser. Other arguments are
 * passed to Playwright (`npm run e2e -- sign-in -g 'wrong password' --headed`). `--screens <folder>` takes
 * screenshots of every screen instead, or of those that are named after it. `--with <name>@<version>` tries published versions together with what
 * is current in the registry and records the result.
 */
async function main(): Promise<number> {
  const [first, where, ...more] = process.argv.slice(2);
  const wantsScreens = first === '--screens';
  if (wantsScreens && !where) throw new Error('npm run e2e -- --screens <folder> [name ...]');
  const words = readWords(process.argv.slice(2));
  makeScratch();
  try {
    const trial = words.candidates.length > 0 ? await prepare(words) : undefined;
    makeReady(words.more.some((word) => SHOWN.has(word)) ? 'whole' : 'headless');
    if (trial) return await tryCandidates(trial, say);
    if (where && wantsScreens) return await takeScreenshots(where, more);
    return await runAll(words.more);
  } finally {
    const left = stopLeftovers() + stopStores();
    if (left > 0) say(`stopped ${left} processes that journeys had left running`);
    removeScratch();
  }
}

/** Arguments of Playwright that open a window. */
const SHOWN = new Set(['--headed', '--debug', '--ui']);

function makeReady(kind: BrowserKind): void {
  process.env.HEADWATER_CHROMIUM = findBrowser(say, kind);
  say(`using ${process.env.HEADWATER_CHROMIUM}`);
  // Built once, here: products that start at the same time would build the same packages at the same time.
  execFileSync(process.execPath, [join(repository, 'scripts/build.ts'), '--stale'], { stdio: 'inherit' });
}

async function takeScreenshots(where: string, names: readonly string[]): Promise<number> {
  const { takeScreens } = await import('./screens.ts');
  await takeScreens(resolve(process.env.INIT_CWD ?? process.cwd(), where), names, say);
  return 0;
}

async function runAll(words: readonly string[]): Promise<number> {
  const { code, counts } = await runJourneys(words);
  if (counts) console.log(describeCounts(counts));
  else say(`Playwright exited with code ${code} and wrote no report`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof RegistryFault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
