import { existsSync } from 'node:fs';
import path from 'node:path';
import { CHECKS } from './check-sections.ts';
import { REMOTES, ROOT } from './packages.ts';
import type { Section } from './sections.ts';
import { countJest, countLine, countNode } from './test-counts.ts';

/** Sections that may run in parallel. The stages run one after another. Tuned for two cores. */
export interface Stage {
  sections: Section[];
  atOnce: number;
}

/** One PostgreSQL for the whole run, cloned for each file, instead of one per file. */
const ONE_POSTGRES = '--test-global-setup=api/test-support/global-setup.ts';

/** More than there are cores, because some files wait for a third of their time. */
const API_FILES = 3;

/** Returns all stages of `npm test`, quick ones first. Counts are written below `scratch`. */
export function testStages(scratch: string): Stage[] {
  const build: Section = { name: 'Build', args: ['scripts/build.ts'], minutes: 15 };
  const journeys: Section = {
    name: 'Journeys in a browser',
    args: ['e2e/run.ts'],
    minutes: 45,
    count: countLine,
  };
  return [
    { atOnce: 2, sections: [...CHECKS, build] },
    { atOnce: 1, sections: [frontTests(scratch)] },
    { atOnce: 2, sections: ['delivery', 'scripts', 'e2e'].map((name) => nodeTests(name, scratch, 2)) },
    { atOnce: 1, sections: [nodeTests('api', scratch, API_FILES, ONE_POSTGRES)] },
    { atOnce: 1, sections: existsSync(path.join(ROOT, 'e2e/run.ts')) ? [journeys] : [] },
  ];
}

/**
 * One Jest run for shared, shell, remotes, and the template of new ones, so that its workers are started only
 * once.
 */
function frontTests(scratch: string): Section {
  const file = path.join(scratch, 'front.json');
  return {
    name: 'Tests of the browser',
    args: [
      'node_modules/jest/bin/jest.js',
      '--projects',
      ...['shared', 'shell', ...REMOTES, 'scripts/new-remote/template'],
      '--maxWorkers=2',
      '--json',
      `--outputFile=${file}`,
    ],
    minutes: 20,
    count: () => countJest(file),
  };
}

function nodeTests(name: string, scratch: string, atOnce: number, ...options: string[]): Section {
  const file = path.join(scratch, `${name}.json`);
  return {
    name: `Tests of ${name}`,
    args: [
      '--test',
      `--test-concurrency=${atOnce}`,
      ...options,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./scripts/node-test-reporter.mjs', `--test-reporter-destination=${file}`],
      `${name}/**/*.test.ts`,
    ],
    minutes: 35,
    count: () => countNode(file),
  };
}
