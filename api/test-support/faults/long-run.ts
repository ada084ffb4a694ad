/**
 * Runs every fault many times and prints a table of the results. `npm run torture -- faults` starts it. The data is on
 * a small disk, where the system allows that, so that it can run full.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onSmallDisk, SmallDisk } from '@headwater/base/testing/small-disk';
import { dice } from '@headwater/base/testing/dice';
import { FaultGround } from './fault-ground.ts';
import { FAULTS, injected, type Fault } from './faults.ts';

const DISK_MB = 300;
/** How many cases one source has, whose history becomes longer with each. */
const CASES_AT_ONCE = 20;

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1_000)) },
    /** Only faults whose name contains it. */
    only: { type: 'string', default: '' },
    /** The part of the cases to run. */
    share: { type: 'string', default: '1' },
  },
});

interface Result {
  fault: string;
  cases: number;
  passed: number;
}

process.exitCode = SmallDisk.isHere() ? await runAll(SmallDisk.here()) : await runBelow();

/** Runs this module again on a small disk. Without one, runs what needs none. */
async function runBelow(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-disk-'));
  try {
    await chmod(folder, 0o711);
    const found = onSmallDisk(new URL(import.meta.url), DISK_MB, folder);
    if (!found) return await runAll();
    const [program, ...options] = found.command;
    const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const child = spawn(program!, [...options, ...given], { env: found.env, stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runAll(disk?: SmallDisk): Promise<number> {
  const chosen = FAULTS.filter(({ name }) => name.includes(flags.only));
  const results: Result[] = [];
  let seed = Number(flags.seed);
  for (const fault of chosen.filter(({ isPossible }) => isPossible?.() ?? true)) {
    const result = { fault: fault.name, cases: 0, passed: 0 };
    const wanted = Math.ceil(fault.cases * Number(flags.share));
    while (result.cases < wanted) await runSome(fault, (seed += 1), wanted, result, disk);
    console.log(`${result.passed} of ${result.cases}: ${fault.name}`);
    results.push(result);
  }
  for (const { name } of chosen.filter(({ isPossible }) => isPossible?.() === false))
    console.log(`not possible on this machine: ${name}`);
  console.table(results);
  const sum = (of: 'cases' | 'passed') => results.reduce((total, result) => total + result[of], 0);
  console.log(`${sum('passed')} of ${sum('cases')} cases passed`);
  return sum('passed') === sum('cases') ? 0 : 1;
}

/** Runs cases on one source, until there are enough or one fails. */
async function runSome(
  fault: Fault,
  seed: number,
  wanted: number,
  result: Result,
  disk?: SmallDisk,
): Promise<void> {
  const ground = await FaultGround.open(dice(seed), disk);
  try {
    for (let at = 0; at < CASES_AT_ONCE && result.cases < wanted; at += 1) {
      result.cases += 1;
      await injected(ground, fault);
      result.passed += 1;
    }
  } catch (error) {
    console.log(`FAILED: ${fault.name}, seed ${seed}`, error);
  } finally {
    await ground.close();
  }
}
