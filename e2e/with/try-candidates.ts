import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import {
  createOverride,
  dataDirectory,
  openRegistry,
  parseReference,
  recordRun,
  referenceOf,
  registryFolder,
  type NamedVersion,
  type Registry,
} from 'delivery';
import { markReleased } from '../../scripts/product/release.ts';
import { repository } from '../support/repository.ts';
import { describeCounts, runJourneys, type Counts } from '../support/run-journeys.ts';
import { newFolder } from '../support/scratch.ts';
import { COMPOSED_JOURNEYS } from './composed-journeys.ts';
import { planPasses, references, type Pass } from './plan.ts';
import { seedRegistry } from './seed-registry.ts';
import { announceTrial } from './trial.ts';
import type { Words } from './words.ts';

type Say = (text: string) => void;

/** The candidates to try, with every pass that they require. */
export interface Preparation {
  registry: Registry;
  candidates: NamedVersion[];
  passes: (Pass & { seed: string })[];
  /** Arguments for Playwright. They narrow down the journeys, and then nothing is recorded. */
  more: string[];
}

/**
 * Reads the registry of the data directory. Throws if a version isn't published, was rolled back, or would
 * not run.
 */
export async function prepare({ candidates: words, more }: Words): Promise<Preparation> {
  const registry = openRegistry(registryFolder(dataDirectory()));
  const candidates = words.map(parseReference);
  const planned = await planPasses(registry, candidates);
  const passes: Preparation['passes'] = [];
  for (const pass of planned) {
    const seed = join(newFolder('seed'), 'registry');
    seedRegistry(registry, seed, await neededBy(registry, pass));
    // refuses versions that no browser would get, and creates the key that the seed signs with
    const options = { by: 'e2e', aud: 'http://localhost', hours: 1 };
    await createOverride(openRegistry(seed), pass.overrides, options);
    passes.push({ ...pass, seed });
  }
  return { registry, candidates, passes, more };
}

/**
 * Returns what the product reads when it starts: the current versions, every canary, and the versions of the
 * pass.
 */
async function neededBy(registry: Registry, { set }: Pass): Promise<NamedVersion[]> {
  const { state = {} } = (await registry.latestRevision()) ?? {};
  const live = Object.entries(state).flatMap(([name, { current, canary }]) =>
    [current, canary?.version].flatMap((version) => (version === undefined ? [] : [{ name, version }])),
  );
  const all = new Map([...live, ...set].map((version) => [referenceOf(version), version]));
  return [...all.values()];
}

/** Runs the journeys in each pass, records the results with the candidates, and prints what to do next. */
export async function tryCandidates(preparation: Preparation, say: Say): Promise<number> {
  let failed = false;
  for (const pass of preparation.passes) {
    say(`${references(preparation.candidates)} with ${pass.among} (${pass.composition})`);
    await markReleased(pass.seed);
    const { seed, composition } = pass;
    announceTrial({ seed, composition, overrides: pass.overrides.map(referenceOf) });
    const { code, counts } = await runJourneys(preparation.more);
    if (counts) say(describeCounts(counts));
    await note(preparation, pass, code, counts, say);
    failed = code !== 0;
    // the next pass would overwrite what this one left
    if (failed) break;
  }
  sayNext(preparation, failed, say);
  return failed ? 1 : 0;
}

async function note(
  { registry, candidates, more }: Preparation,
  { set, composition }: Pass,
  code: number,
  counts: Counts | undefined,
  say: Say,
): Promise<void> {
  if (more.length > 0)
    return say(`Not recorded, because the journeys were narrowed down by ${more.join(' ')}`);
  const isWhole = counts && counts.passed + counts.failed > 0 && (code === 0 || counts.failed > 0);
  if (!isWhole) return say('Not recorded, because the run was interrupted');
  const run = {
    composition,
    set: set.map(referenceOf).sort(),
    commit: commitOfClone(),
    when: new Date().toISOString(),
    passed: counts.passed,
    failed: counts.failed,
    journeys: [...COMPOSED_JOURNEYS],
    by: userInfo().username,
  };
  for (const candidate of candidates)
    await recordRun(registry, { ...run, reference: referenceOf(candidate) });
  say(`Recorded in ${registry.folder}`);
}

/** Returns the commit of the journeys, or null if the clone is a copy without its history. */
function commitOfClone(): string | null {
  try {
    const printed = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return printed.trim();
  } catch {
    return null;
  }
}

function sayNext({ candidates, more }: Preparation, failed: boolean, say: Say): void {
  const all = references(candidates);
  if (failed) say(`${all} failed. What it looked like is in e2e/test-results/traces`);
  else if (more.length > 0) say(`To run all journeys and record the result: npm run e2e -- --with ${all}`);
  else say(`${all} passed. To make it current: npm run deliver -- promote ${all} --why <text>`);
}
