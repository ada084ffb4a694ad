import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { killIfRunning } from '@headwater/base/testing/kill-if-running';
import { SmallDisk } from '@headwater/base/testing/small-disk';
import { TABLE_NAMES } from '../sync-model.ts';
import { TABLE_BYTES, type FaultGround } from './fault-ground.ts';
import type { FaultWorker } from './fault-worker.ts';
import { hasStrace, injectInto } from './strace.ts';

/** Something that goes wrong during a run. Afterwards, all versions must be right, and the next run must succeed. */
export interface Fault {
  readonly name: string;
  /** Whether it's part of the quick run, which has each of them once. */
  readonly isQuick: boolean;
  /** How many cases the long run has. */
  readonly cases: number;
  /** False if this machine can't have it. */
  isPossible?(): boolean;
  strike(ground: FaultGround, worker: FaultWorker): Promise<void>;
}

/** How long a run takes, roughly: faults at random moments come within this time. */
const RUN_MS = 1_500;
const LISTS_FILES = 'left join "version_files"';
const PUBLISHED = 'insert into "table_versions"';
const READING = 'copy (select';

/** The points of a run at which its worker or the process that reads is killed. At each of them, something waits for an answer. */
const STEPS: Readonly<
  Record<string, { hold(ground: FaultGround): Promise<void>; commits?: boolean; of: 'worker' | 'any' }>
> = {
  leased: { hold: ({ storeLine }) => storeLine.holdRequest(LISTS_FILES), of: 'worker' },
  connected: { hold: ({ sourceLine }) => sourceLine.holdRequest(READING), of: 'any' },
  batch0: { hold: ({ sourceLine }) => sourceLine.holdAfter(TABLE_BYTES * 0.3), of: 'any' },
  batch1: { hold: ({ sourceLine }) => sourceLine.holdAfter(TABLE_BYTES * 0.6), of: 'any' },
  batch2: { hold: ({ sourceLine }) => sourceLine.holdAfter(TABLE_BYTES * 0.9), of: 'any' },
  fetched: { hold: ({ sourceLine }) => sourceLine.holdRequest('rollback to savepoint tables'), of: 'any' },
  fsynced: { hold: ({ storeLine }) => storeLine.holdRequest('committing'), of: 'worker' },
  renamed: { hold: ({ storeLine }) => storeLine.holdRequest(PUBLISHED), of: 'worker' },
  'committed, unacknowledged': {
    hold: ({ storeLine }) => storeLine.holdCommitted(PUBLISHED),
    of: 'worker',
    commits: true,
  },
};

async function succeeds(ground: FaultGround, run: string, attempts = 1): Promise<void> {
  const { state, attempt, failure } = await ground.ended(run);
  assert.deepEqual([state, attempt], ['succeeded', attempts], JSON.stringify(failure));
}

/** Kills the worker, or the process that reads for it. */
async function kill(ground: FaultGround, worker: FaultWorker, of: 'worker' | 'any'): Promise<void> {
  if (of === 'any' && ground.roll(2) === 0) worker.readers.forEach((pid) => killIfRunning(pid));
  else await ground.kill(worker);
}

/** The other steps differ from these only in how far a read has come. */
const QUICK_STEPS = new Set(['leased', 'batch1', 'fsynced', 'renamed', 'committed, unacknowledged']);

const killedAtSteps = Object.entries(STEPS).map(([name, { hold, commits = false, of }]): Fault => ({
  name: `killed when ${name}`,
  isQuick: QUICK_STEPS.has(name),
  cases: 20,
  async strike(ground, worker) {
    const before = await ground.pointers();
    const held = hold(ground);
    await ground.begin();
    await held;
    await kill(ground, worker, of);
    ground.storeLine.release();
    ground.sourceLine.release();
    const moved = moves(before, await ground.pointers());
    // A table of which the source has no changes is done without a commit that can be waited for.
    if (commits) assert.equal(moved.length, 1, 'one table has its new version');
    else assert.ok(!moved.includes('replaced') && !moved.includes('tracked'), 'no version of what is read');
  },
}));

const moves = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  TABLE_NAMES.filter((name) => before.get(name) !== after.get(name));

const killedAtRandom: Fault = {
  name: 'killed at random',
  isQuick: false,
  cases: 500,
  async strike(ground, worker) {
    await ground.begin();
    await pause(ground.roll(RUN_MS));
    await kill(ground, worker, 'any');
  },
};

const others: Fault[] = [
  {
    name: 'two workers and doubled wake-ups: one lease',
    isQuick: true,
    cases: 20,
    async strike(ground) {
      await ground.anotherWorker();
      const run = await ground.begin();
      for (let again = 0; again < 3; again += 1) assert.equal(await ground.begin(), run);
      await succeeds(ground, run);
    },
  },
  {
    name: 'clocks an hour ahead and behind: no second lease',
    isQuick: true,
    cases: 20,
    async strike(ground, worker) {
      await ground.kill(worker);
      await ground.anotherWorker(3_600_000);
      await ground.anotherWorker(-3_600_000);
      const held = ground.sourceLine.holdAfter(ground.roll(TABLE_BYTES));
      const run = await ground.begin();
      await held;
      await ground.begin(); // They look for runs.
      await pause(ground.roll(500));
      ground.sourceLine.release();
      await succeeds(ground, run);
    },
  },
  {
    name: 'suspended until another worker has the run: fenced',
    isQuick: true,
    cases: 20,
    async strike(ground, zombie) {
      const successor = await ground.anotherWorker();
      await ground.suspend(successor);
      const { hold } = STEPS[['leased', 'batch1', 'fsynced', 'renamed'][ground.roll(4)]!]!;
      const held = hold(ground);
      const run = await ground.begin();
      await held;
      zombie.suspend();
      ground.storeLine.release();
      ground.sourceLine.release();
      await ground.isGivenUp(zombie);
      successor.resume();
      await succeeds(ground, run, 2);
      const after = await ground.pointers();
      zombie.resume();
      await ground.quiet(zombie);
      await pause(ground.roll(300));
      assert.deepEqual(await ground.pointers(), after, 'the zombie has moved nothing');
    },
  },
  {
    name: 'the response to a commit is lost: applied once',
    isQuick: true,
    cases: 20,
    async strike(ground) {
      const before = await ground.pointers();
      const held = ground.storeLine.holdCommitted(PUBLISHED);
      const run = await ground.begin();
      await held;
      ground.storeLine.cut();
      ground.storeLine.release();
      await succeeds(ground, run);
      for (const [table, version] of await ground.pointers())
        assert.ok(version <= before.get(table)! + 1, `${table} has at most one new version`);
    },
  },
  {
    name: 'the store is stopped and started',
    isQuick: true,
    cases: 20,
    async strike(ground) {
      const run = await ground.begin();
      await pause(ground.roll(RUN_MS));
      ground.storeLine.refuse();
      await pause(ground.roll(3_000));
      ground.storeLine.mend();
      const { state, attempt, failure } = await ground.ended(run);
      assert.equal(state, 'succeeded', JSON.stringify(failure));
      // If it stops while the run is taken, no worker may know of the lease, which then has to expire.
      assert.ok(attempt <= 2, `${attempt} attempts`);
    },
  },
  {
    name: 'the source breaks off',
    isQuick: true,
    cases: 20,
    async strike(ground) {
      const held = ground.sourceLine.holdAfter(ground.roll(TABLE_BYTES * 2));
      const run = await ground.begin();
      await Promise.race([held, ground.ended(run)]);
      ground.sourceLine.cut();
      ground.sourceLine.release();
      const { failure } = await ground.ended(run);
      assert.equal(failure?.code ?? 'source_disconnected', 'source_disconnected');
    },
  },
  {
    name: 'the source is restarted',
    isQuick: false,
    cases: 20,
    async strike(ground) {
      const run = await ground.begin();
      await pause(ground.roll(RUN_MS));
      await ground.source.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'`,
      );
      ground.sourceLine.refuse();
      await pause(ground.roll(1_000));
      ground.sourceLine.mend();
      await ground.ended(run);
    },
  },
  {
    name: 'the source stalls',
    isQuick: false,
    cases: 20,
    async strike(ground) {
      const held = ground.sourceLine.holdAfter(ground.roll(TABLE_BYTES * 2));
      const run = await ground.begin();
      await Promise.race([held, ground.ended(run)]);
      await pause(ground.roll(3_000));
      ground.sourceLine.release();
      await succeeds(ground, run);
    },
  },
  {
    name: 'the source crawls',
    isQuick: false,
    cases: 20,
    async strike(ground) {
      ground.sourceLine.crawl(TABLE_BYTES);
      const run = await ground.begin();
      await succeeds(ground, run);
    },
  },
  {
    name: 'canceled at random',
    isQuick: false,
    cases: 20,
    async strike(ground) {
      const run = await ground.begin();
      await pause(ground.roll(RUN_MS));
      await ground.journey.client.post(`${run}/cancellations`, 'sync_run_cancellations');
      const { state } = await ground.ended(run);
      assert.ok(['canceled', 'succeeded'].includes(state), state);
    },
  },
  {
    name: 'the file of a current version is lost',
    isQuick: true,
    cases: 20,
    async strike(ground) {
      await ground.checker.loseFile(TABLE_NAMES[ground.roll(TABLE_NAMES.length)]!);
    },
  },
];

/** Faults of a run that writes this table's file, each at a system call about it. */
const atCalls = (name: string, injections: readonly string[], { kills = false, cases = 20 } = {}): Fault => ({
  name,
  isQuick: false,
  cases,
  isPossible: hasStrace,
  async strike(ground, worker) {
    const table = TABLE_NAMES[ground.roll(TABLE_NAMES.length)]!;
    await ground.model.add(table);
    const before = await ground.pointers();
    const injection = injections[ground.roll(injections.length)]!;
    const end = await injectInto(worker.pid, injection, await ground.nextStage(table));
    const { state, attempt } = await ground.ended(await ground.begin());
    await end();
    if (kills) assert.notEqual(state, 'succeeded', `${injection} has happened to ${table}`);
    if (state !== 'succeeded' || attempt > 1)
      assert.equal((await ground.pointers()).get(table), before.get(table), 'no version of what failed');
    await kill(ground, worker, 'any');
  },
});

const inFiles: Fault[] = [
  atCalls('killed when base_copied', ['openat:signal=KILL:when=2'], { kills: true }),
  atCalls('killed when staged', ['fsync,fdatasync:signal=KILL:when=1', 'fsync,fdatasync:signal=KILL:when=2']),
  atCalls('a file cannot be synced', [
    'fsync,fdatasync:error=EIO:when=1',
    'fsync,fdatasync:error=EIO:when=2+',
  ]),
  atCalls('a file cannot be written', [
    'write,pwrite64:error=EIO:when=1+',
    'write,pwrite64:error=EIO:when=3',
    'write,pwrite64:error=ENOSPC:when=2+',
  ]),
  atCalls('a file cannot be renamed', ['rename,renameat,renameat2:error=EIO:when=1']),
];

const diskFull: Fault = {
  name: 'the disk is full, at each step',
  isQuick: false,
  cases: 20,
  isPossible: SmallDisk.isHere,
  async strike(ground) {
    const steps = Object.values(STEPS);
    const { hold } = steps[ground.roll(steps.length)]!;
    const held = hold(ground);
    const run = await ground.begin();
    await held;
    if (ground.roll(2) === 0) await ground.disk!.fill();
    else await ground.disk!.leave(ground.roll(3));
    ground.storeLine.release();
    ground.sourceLine.release();
    const { failure } = await ground.ended(run);
    assert.equal(failure?.code ?? 'disk_full', 'disk_full');
    await ground.disk!.free();
  },
};

const connectionRemoved: Fault = {
  name: 'the connection is removed',
  isQuick: false,
  cases: 20,
  async strike(ground, worker) {
    const steps = Object.values(STEPS);
    const held = steps[ground.roll(steps.length)]!.hold(ground);
    await ground.begin();
    await held;
    const removed = ground.journey.client.delete(ground.connection);
    ground.storeLine.release();
    await pause(ground.roll(200));
    ground.sourceLine.release();
    assert.equal((await removed).status, 204);
    await ground.quiet(worker);
    await ground.checker.checkGone();
    await ground.connect();
  },
};

const wakeUpLost: Fault = {
  name: 'a wake-up is lost',
  isQuick: false,
  cases: 20,
  async strike(ground) {
    await ground.api.sql(`
      create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger lose before insert on pgboss.job_common for each row
        when (new.name = 'wake-sync-worker') execute function lose()`);
    const run = await ground.begin();
    await ground.api.sql('drop function lose cascade');
    await succeeds(ground, run);
  },
};

const schemaChanged: Fault = {
  name: 'a table is created again in the middle of a read',
  isQuick: false,
  cases: 20,
  async strike(ground) {
    const held = ground.sourceLine.holdRequest(READING);
    const run = await ground.begin();
    await held;
    await ground.model.createAgain('tracked');
    ground.sourceLine.release();
    await ground.ended(run);
  },
};

export const FAULTS: readonly Fault[] = [
  ...killedAtSteps,
  ...inFiles,
  killedAtRandom,
  ...others,
  diskFull,
  connectionRemoved,
  wakeUpLost,
  schemaChanged,
];

/** Syncs tables that have changed while something goes wrong, and checks them right after that, and after the next run. */
export async function injected(ground: FaultGround, fault: Fault): Promise<void> {
  const worker = await ground.worker();
  await ground.model.change();
  const changes = ground.roll(2) === 0 ? ground.model.change() : Promise.resolve();
  await Promise.all([changes, fault.strike(ground, worker)]);
  await ground.checker.checkVersions();
  await ground.recover();
  await ground.checker.checkSettled();
}
