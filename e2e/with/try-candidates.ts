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

/** A candidate that may be tried, in every pass that it needs. */
export interface Preparation {
  registry: Registry;
  candidates: NamedVersion[];
  passes: (Pass & { seed: string })[];
  /** For Playwright; they narrow the journeys, and then nothing is recorded. */
  more: string[];
}

/** Reads the registry of the data directory. Throws where a version isn't published, was rolled back or would not run. */
export async function prepare({ candidates: words, more }: Words): Promise<Preparation> {
  const registry = openRegistry(registryFolder(dataDirectory()));
  const candidates = words.map(parseReference);
  const planned = await planPasses(registry, candidates);
  const passes: Preparation['passes'] = [];
  for (const pass of planned) {
    const seed = join(newFolder('seed'), 'registry');
    seedRegistry(registry, seed, await neededBy(registry, pass));
    // refuses what no browser would be given, and makes the key that the seed signs with
    const anybody = { by: 'e2e', aud: 'http://localhost', hours: 1 };
    await createOverride(openRegistry(seed), pass.overrides, anybody);
    passes.push({ ...pass, seed });
  }
  return { registry, candidates, passes, more };
}

/** What the product reads when it starts: what is current and every canary, beside what the pass is about. */
async function neededBy(registry: Registry, { set }: Pass): Promise<NamedVersion[]> {
  const { state = {} } = (await registry.latestRevision()) ?? {};
  const live = Object.entries(state).flatMap(([name, { current, canary }]) =>
    [current, canary?.version].flatMap((version) => (version === undefined ? [] : [{ name, version }])),
  );
  const all = new Map([...live, ...set].map((version) => [referenceOf(version), version]));
  return [...all.values()];
}

/** Runs the journeys in each pass, records how they went beside the candidates, and says what is next. */
export async function tryCandidates(preparation: Preparation, say: Say): Promise<number> {
  let failed = false;
  for (const pass of preparation.passes) {
    say(`${references(preparation.candidates)} among ${pass.among} (${pass.composition})`);
    await markReleased(pass.seed);
    const { seed, composition } = pass;
    announceTrial({ seed, composition, overrides: pass.overrides.map(referenceOf) });
    const { code, counts } = await runJourneys(preparation.more);
    if (counts) say(describeCounts(counts));
    await note(preparation, pass, code, counts, say);
    failed = code !== 0;
    // the traces of the next pass would take the place of this one's
    if (failed) break;
  }
  tellNext(preparation, failed, say);
  return failed ? 1 : 0;
}

async function note(
  { registry, candidates, more }: Preparation,
  { set, composition }: Pass,
  code: number,
  counts: Counts | undefined,
  say: Say,
): Promise<void> {
  if (more.length > 0) return say(`Not recorded, as the journeys were narrowed by ${more.join(' ')}`);
  const isWhole = counts && counts.passed + counts.failed > 0 && (code === 0 || counts.failed > 0);
  if (!isWhole) return say('Not recorded, as the run ended before it was done');
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

/** The journeys' own; null where the clone is a copy without its history. */
function commitOfClone(): string | null {
  try {
    const said = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.trim();
  } catch {
    return null;
  }
}

function tellNext({ candidates, more }: Preparation, failed: boolean, say: Say): void {
  const all = references(candidates);
  if (failed) say(`${all} has failed; traces are in e2e/test-results/traces`);
  else if (more.length > 0) say(`For all journeys, recorded: npm run e2e -- --with ${all}`);
  else say(`${all} is good. Make it current: npm run deliver -- promote ${all} --why <text>`);
}
