import path from 'node:path';
import { CHECKS } from './check-sections.ts';
import { REMOTES } from './packages.ts';
import type { Section } from './sections.ts';
import { WHOLE, type Shard } from './shard.ts';
import { countJest, countLine, countNode } from './test-counts.ts';
import { testGroups, writeTestGroups } from './test-groups.ts';

/** Sections that may run in parallel. The stages run one after another. Tuned for two cores. */
export interface Stage {
  sections: Section[];
  atOnce: number;
}

/** One PostgreSQL for the whole run, cloned for each file, instead of one per process. */
const ONE_POSTGRES = '--test-global-setup=api/test-support/global-setup.ts';

/** More than there are cores, because some files wait for a third of their time. */
const API_PROCESSES = 3;

/** After this time, a test hangs: it fails, and the others go on. */
const HANGS_AFTER_MS = 10 * 60_000;

/**
 * Returns all stages of `npm test`, quick ones first, or those of one of its parts: long sections are divided, and the
 * first part also has the others. Counts are written below `scratch`.
 */
export function testStages(scratch: string, shard: Shard = WHOLE): Stage[] {
  const build: Section = { name: 'Build', args: ['scripts/build.ts'], minutes: 15 };
  const journeys: Section = {
    name: 'Journeys in a browser',
    args: ['e2e/run.ts', ...flagOf('--shard', shard)],
    minutes: 45,
    count: countLine,
  };
  const undivided = shard.part === 1;
  return [
    { atOnce: 2, sections: [...(undivided ? CHECKS : []), build] },
    { atOnce: 1, sections: [frontTests(scratch, shard)] },
    {
      atOnce: 2,
      sections: (undivided ? ['delivery', 'scripts', 'e2e'] : []).map((name) =>
        nodeTests(name, scratch, ['--test-concurrency=2', `${name}/**/*.test.ts`]),
      ),
    },
    { atOnce: 1, sections: [apiTests(scratch, shard)] },
    { atOnce: 1, sections: [journeys] },
  ];
}

/** The flag by which a runner takes one of several parts. */
const flagOf = (name: string, { part, of }: Shard) => (of > 1 ? [`${name}=${part}/${of}`] : []);

/**
 * One Jest run for shared, shell, remotes, and the template of new ones, and one configuration, so that its workers
 * are started, and files that all use are compiled, only once.
 */
function frontTests(scratch: string, shard: Shard): Section {
  const file = path.join(scratch, 'front.json');
  return {
    name: 'Tests of the browser',
    args: [
      'node_modules/jest/bin/jest.js',
      ...['--config=shared/jest/preset.cjs', '--rootDir=.', '--roots'],
      ...['shared', 'shell', ...REMOTES, 'scripts/new-remote/template'],
      ...['--maxWorkers=2', ...flagOf('--shard', shard)],
      '--json',
      `--outputFile=${file}`,
    ],
    minutes: 20,
    count: () => countJest(file),
  };
}

function apiTests(scratch: string, shard: Shard): Section {
  const groups = writeTestGroups(testGroups(['engine', 'api']), path.join(scratch, 'api'), HANGS_AFTER_MS);
  return nodeTests('engine and api', scratch, [
    ...[ONE_POSTGRES, `--test-concurrency=${API_PROCESSES}`],
    ...flagOf('--test-shard', shard),
    groups,
  ]);
}

function nodeTests(name: string, scratch: string, args: readonly string[]): Section {
  const file = path.join(scratch, `${name}.json`);
  return {
    name: `Tests of ${name}`,
    args: [
      '--test',
      `--test-timeout=${HANGS_AFTER_MS}`,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./scripts/node-test-reporter.mjs', `--test-reporter-destination=${file}`],
      ...args,
    ],
    minutes: 35,
    count: () => countNode(file),
  };
}
