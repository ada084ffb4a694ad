import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FairQueue, QueueClosed, QueueFull, type Requester } from './fair-queue.ts';

const by = (workspaceId: string, userId: string | null = null): Requester => ({ workspaceId, userId });
const ROOMY = { perUser: 1_000, perWorkspace: 1_000, inAll: 1_000 };
const turns = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Adds tasks to a queue, ends them on request, and records the order in which they began. */
function desk(queue: FairQueue) {
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const ask = (name: string, requester: Requester, waiting?: Parameters<FairQueue['run']>[2]) => {
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    const outcome = queue.run(
      requester,
      async () => {
        begun.push(name);
        await gate.promise;
        return name;
      },
      waiting,
    );
    outcome.catch(() => undefined);
    return outcome;
  };
  const end = async (...names: string[]) => {
    for (const name of names) {
      gates.get(name)!.resolve();
      await turns();
    }
  };
  return { begun, gates, ask, end };
}

describe('a fair queue', () => {
  test('takes workspaces in turn, however many tasks one of them adds', async () => {
    const { begun, ask, end } = desk(new FairQueue({ slots: 1, waiting: ROOMY }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, by('a'));
    for (const name of ['b1', 'b2']) void ask(name, by('b'));
    void ask('c1', by('c'));
    const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'];
    await end(...order);
    assert.deepEqual(begun, order);
  });

  test('gives a slot first to the workspace with the fewest running tasks', async () => {
    const { begun, ask, end } = desk(new FairQueue({ slots: 2, waiting: ROOMY }));
    for (const name of ['a1', 'a2', 'a3']) void ask(name, by('a'));
    for (const name of ['b1', 'b2']) void ask(name, by('b'));
    await end('a1');
    assert.deepEqual(begun, ['a1', 'a2', 'b1']);
    await end('b1');
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2']);
    await end('a2', 'b2', 'a3');
  });

  test('respects the limit of a workspace and gives others the free slot at once', async () => {
    const { begun, ask, end } = desk(new FairQueue({ slots: 2, perWorkspace: 1, waiting: ROOMY }));
    for (const name of ['a1', 'a2']) void ask(name, by('a'));
    void ask('b1', by('b'));
    await turns();
    assert.deepEqual(begun, ['a1', 'b1']);
    await end('b1');
    assert.deepEqual(begun, ['a1', 'b1']);
    await end('a1');
    assert.deepEqual(begun, ['a1', 'b1', 'a2']);
    await end('a2');
  });

  test('limits how many tasks wait per user, per workspace, and in total, and reports which limit was reached', async () => {
    const waiting = { perUser: 1, perWorkspace: 2, inAll: 3 };
    const { ask, end } = desk(new FairQueue({ slots: 1, waiting }));
    const full = (reached: string) => (error: unknown) =>
      error instanceof QueueFull && error.reached === reached;
    void ask('runs', by('a', 'ann'));
    void ask('ann waits', by('a', 'ann'));
    await assert.rejects(ask('ann again', by('a', 'ann')), full('user'));
    void ask('bob waits', by('a', 'bob'));
    await assert.rejects(ask('cat', by('a', 'cat')), full('workspace'));
    void ask('dan waits', by('d', 'dan'));
    await assert.rejects(ask('eve', by('e', 'eve')), full('installation'));
    await end('runs', 'ann waits');
    void ask('ann may again', by('a', 'ann'));
    await end('dan waits', 'bob waits', 'ann may again');
  });

  test('counts tasks that the product itself begins for their workspace, and for no user', async () => {
    const waiting = { perUser: 0, perWorkspace: 1, inAll: 9 };
    const { ask, end } = desk(new FairQueue({ slots: 1, waiting }));
    void ask('runs', by('a'));
    void ask('waits', by('a'));
    await assert.rejects(ask('full', by('a')), { reached: 'workspace' });
    await end('runs', 'waits');
  });

  test('never runs a task that left while waiting, and frees its place', async () => {
    const { begun, ask, end } = desk(
      new FairQueue({ slots: 1, waiting: { perUser: 1, perWorkspace: 1, inAll: 1 } }),
    );
    const leaving = new AbortController();
    void ask('runs', by('a', 'ann'));
    const left = ask('leaves', by('a', 'ann'), { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    const stays = ask('stays', by('a', 'ann'));
    await end('runs', 'stays');
    assert.equal(await stays, 'stays');
    assert.deepEqual(begun, ['runs', 'stays']);
  });

  test('passes the turn on if a task leaves at that very moment', async () => {
    const { begun, ask, end } = desk(new FairQueue({ slots: 1, waiting: ROOMY }));
    const leaving = new AbortController();
    void ask('runs', by('a'));
    const left = ask('leaves', by('b'), { signal: leaving.signal });
    // By now it is first: the one before it has its slot, but has not resumed yet.
    const onPosition = (position: number) => position === 1 && leaving.abort(new Error('gone'));
    const next = ask('next', by('c'), { onPosition });
    await end('runs');
    await assert.rejects(left, /gone/);
    await end('next');
    assert.equal(await next, 'next');
    assert.deepEqual(begun, ['runs', 'next']);
  });

  test('does not admit a task that has left before', async () => {
    const { begun, ask } = desk(new FairQueue({ slots: 1, waiting: ROOMY }));
    await assert.rejects(
      ask('late', by('a'), { signal: AbortSignal.abort(new Error('gone before')) }),
      /gone before/,
    );
    assert.deepEqual(begun, []);
  });

  test("reports each waiting task's position whenever it changes", async () => {
    const { ask, end } = desk(new FairQueue({ slots: 1, waiting: ROOMY }));
    const positions = new Map<string, number[]>();
    const listen = (name: string) => {
      positions.set(name, []);
      return { onPosition: (position: number) => void positions.get(name)!.push(position) };
    };
    void ask('a1', by('a'), listen('a1'));
    void ask('a2', by('a'), listen('a2'));
    void ask('a3', by('a'), listen('a3'));
    void ask('b1', by('b'), listen('b1'));
    await end('a1', 'b1', 'a2', 'a3');
    assert.deepEqual(Object.fromEntries(positions), { a1: [], a2: [1, 2, 1], a3: [2, 3, 2, 1], b1: [1] });
  });

  test('does not favor a workspace that adds its tasks one by one over one that added many at once', async () => {
    const { begun, ask, end } = desk(new FairQueue({ slots: 1, waiting: ROOMY }));
    void ask('first', by('x'));
    for (const name of ['a1', 'a2', 'a3']) void ask(name, by('a'));
    void ask('b1', by('b'));
    await end('first', 'a1');
    for (const [ended, next] of [
      ['b1', 'b2'],
      ['a2', ''],
      ['b2', 'b3'],
      ['a3', ''],
    ] as const) {
      if (next) void ask(next, by('b'));
      await end(ended);
    }
    await end('b3');
    assert.deepEqual(begun, ['first', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  });

  test('rejects waiting tasks and awaits running ones when it closes', async () => {
    const queue = new FairQueue({ slots: 1, waiting: ROOMY });
    const { ask, end } = desk(queue);
    const running = ask('runs', by('a'));
    const waiting = ask('waits', by('b'));
    let isClosed = false;
    const closed = queue.close().then(() => (isClosed = true));
    await assert.rejects(waiting, QueueClosed);
    await assert.rejects(ask('late', by('c')), QueueClosed);
    assert.equal(isClosed, false);
    await end('runs');
    await closed;
    assert.equal(await running, 'runs');
    await new FairQueue({ slots: 1, waiting: ROOMY }).close();
  });
});

/** Mulberry32: returns the same numbers for the same seed. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Asked {
  readonly workspace: string;
  readonly leaving: AbortController;
  readonly gate: PromiseWithResolvers<void>;
  state: 'waiting' | 'running' | 'settled';
  /** Workspaces whose tasks began while this task was the first of a workspace with nothing running. */
  passed: Set<string>;
}

test('300 random histories: never more than the slots, no one is passed twice, every promise settles', async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const pick = random(seed);
    const slots = 1 + pick(3);
    const perWorkspace = 1 + pick(slots);
    const waiting = { perUser: 1 + pick(4), perWorkspace: 1 + pick(6), inAll: 1 + pick(12) };
    const queue = new FairQueue({ slots, perWorkspace, waiting });
    const all: Asked[] = [];
    const outcomes: Promise<unknown>[] = [];
    const inState = (state: Asked['state'], workspace?: string) =>
      all.filter((each) => each.state === state && (workspace ?? each.workspace) === each.workspace);
    const begin = (asked: Asked) => {
      asked.state = 'running';
      assert.ok(inState('running').length <= slots, `seed ${seed}: over the slots`);
      assert.ok(inState('running', asked.workspace).length <= perWorkspace, `seed ${seed}: over its share`);
      const lines = Map.groupBy(inState('waiting'), ({ workspace }) => workspace);
      for (const [workspace, [first]] of lines) {
        if (workspace === asked.workspace || inState('running', workspace).length > 0) continue;
        assert.ok(
          !first!.passed.has(asked.workspace),
          `seed ${seed}: ${asked.workspace} twice before ${workspace}`,
        );
        first!.passed.add(asked.workspace);
      }
    };
    for (let step = 0; step < 60; step += 1) {
      const action = pick(10);
      const [waits, runs] = [inState('waiting'), inState('running')];
      if (action < 5) {
        const asked: Asked = {
          workspace: 'abcd'[pick(4)]!,
          leaving: new AbortController(),
          gate: Promise.withResolvers<void>(),
          state: 'waiting',
          passed: new Set(),
        };
        const requester = { workspaceId: asked.workspace, userId: `${asked.workspace}${pick(3)}` };
        all.push(asked);
        const work = () => {
          begin(asked);
          return asked.gate.promise;
        };
        outcomes.push(
          queue
            .run(requester, work, { signal: asked.leaving.signal })
            .finally(() => (asked.state = 'settled')),
        );
        outcomes.at(-1)!.catch(() => undefined);
      } else if (action < 8 && runs.length > 0) {
        const ending = runs[pick(runs.length)]!;
        if (pick(4) === 0) ending.gate.reject(new Error('a task that fails'));
        else ending.gate.resolve();
      } else if (waits.length > 0) {
        waits[pick(waits.length)]!.leaving.abort(new Error('left'));
      }
      await turns();
      const free = slots - inState('running').length;
      const mayStart = inState('waiting').filter(
        ({ workspace }) => inState('running', workspace).length < perWorkspace,
      );
      assert.ok(free === 0 || mayStart.length === 0, `seed ${seed}: a slot is free while a task waits`);
    }
    const closed = queue.close();
    for (const { gate } of all) gate.resolve();
    await closed;
    await Promise.allSettled(outcomes);
    assert.equal(inState('settled').length, all.length, `seed ${seed}: not all settled`);
  }
});
