import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ConfigError, type CheckStep, type Failure } from '@headwater/shared/contract';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ConnectorContext,
  type ReadMessage,
  type StreamState,
} from '@headwater/protocol/protocol';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { rowsOf } from '@headwater/manifests/testing/read-all';
import { settled } from '@headwater/base/testing/settled';
import type { Bridge } from '@headwater/protocol/bridge-declaration';
import { bridgeConnector } from './bridge.connector.ts';
import { loadBridges } from './load-bridges.ts';
import { bridgeEntries, makeExecutable } from './testing/bridge-entries.ts';

let folder: string;
let executable: string;
let bridges: Bridge[];
let notes: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  await chmod(folder, 0o777);
  // Other test files run bridges at the same time. Theirs must not appear among the folders that this file counts.
  process.env['TMPDIR'] = folder;
  executable = await makeExecutable(folder);
  bridges = await load(bridgeEntries(executable));
});
beforeEach(async () => {
  notes = join(folder, 'notes');
  await writeFile(notes, '');
  await chmod(notes, 0o666);
});
const usual = process.env['TMPDIR'];
after(async () => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  await rm(folder, { recursive: true, force: true });
});

async function load(entries: unknown): Promise<Bridge[]> {
  const path = join(folder, 'bridges.json');
  await writeFile(path, typeof entries === 'string' ? entries : JSON.stringify({ bridges: entries }));
  return loadBridges(path);
}

const given = (more: Record<string, unknown> = {}) => ({
  'config:password': 'secret',
  ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`config:${name}`, value])),
});

interface Outcome {
  rows: Record<string, string | null>[];
  state: StreamState | null;
  failure: Failure | null;
}

async function readNumbers(
  bridge: Bridge,
  more: Record<string, unknown> = {},
  chosen: Partial<ConfiguredStream> = {},
  context: Partial<ConnectorContext> = {},
  before: StreamState | null = null,
): Promise<Outcome> {
  const connector = bridgeConnector(bridge);
  const configuration = given(more);
  const [found] = await connector.discover(configuration, contextFor(folder));
  const stream: ConfiguredStream = { ...found!, ...FULL_REFRESH_OVERWRITE, tableName: 'numbers', ...chosen };
  const outcome: Outcome = { rows: [], state: null, failure: null };
  const states = new Map(before === null ? [] : [['numbers', before] as const]);
  const reading = connector.read(configuration, [stream], states, contextFor(folder, context));
  for await (const message of reading as AsyncIterable<ReadMessage>) {
    if (message.type === 'RECORDS' && 'batch' in message) outcome.rows.push(...rowsOf(message.batch, stream));
    if (message.type === 'STATE') outcome.state = message.state;
    if (message.type === 'STREAM_STATUS' && message.status === 'INCOMPLETE')
      outcome.failure = message.failure;
  }
  return outcome;
}

const bridgeNamed = (name: string) => bridges.find(({ declaration }) => declaration.name === name)!;
const withLimits = (limits: object): Bridge => {
  const bridge = bridgeNamed('numbers');
  return { ...bridge, declaration: { ...bridge.declaration, ...limits } };
};

/** Whether a process still runs. One that only waits to be collected doesn’t. */
const isAlive = async (pid: number) =>
  (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')).split(') ').at(-1)![0] !== 'Z';

const foldersLeft = async () =>
  (await readdir(folder)).filter((name) => name.startsWith('headwater-bridge-'));

/** Waits until none of the processes in the notes is left. */
async function noneLeft({ orNone = false } = {}): Promise<void> {
  const pids = (await readFile(notes, 'utf8')).split('\n').map(Number).filter(Boolean);
  assert.ok(orNone || pids.length > 0);
  await settled(
    async () => (await Promise.all(pids.map(isAlive))).some(Boolean),
    (isAnyLeft) => !isAnyLeft,
  );
}

for (const name of ['numbers', 'tap_numbers'])
  describe(`An executable, registered as ${name}`, () => {
    it('is read as a whole, with the types of its schema', async () => {
      const { rows, failure } = await readNumbers(bridgeNamed(name), { rows: 5_000 });
      assert.equal(failure, null);
      assert.equal(rows.length, 5_000);
      assert.deepEqual(rows[9], {
        n: '9',
        word: null,
        more: '{"half":4.5}',
        updated_at: '2026-01-01T00:00:09.000Z',
      });
    });

    it('goes on from its own state', async () => {
      const incremental = { syncMode: 'incremental', cursorColumn: 'updated_at' } as const;
      const first = await readNumbers(bridgeNamed(name), { rows: 3 }, incremental);
      assert.equal(first.rows.length, 3);
      const second = await readNumbers(bridgeNamed(name), { rows: 5 }, incremental, {}, first.state);
      assert.deepEqual(
        second.rows.map(({ n }) => n),
        ['3', '4'],
      );
      // Another cursor is another order.
      const other = { ...incremental, cursorColumn: 'n' };
      const third = await readNumbers(bridgeNamed(name), { rows: 5 }, other, {}, first.state);
      assert.equal(third.rows.length, 5);
    });

    it('says if a table can’t be read incrementally', async () => {
      const connector = bridgeConnector(bridgeNamed(name));
      const [, letters] = await connector.discover(given(), contextFor(folder));
      const { failure } = await readNumbers(
        bridgeNamed(name),
        {},
        {
          source: letters!.source,
          syncMode: 'incremental',
          cursorColumn: 'updated_at',
        },
      );
      assert.equal(failure?.code, 'bridge_not_incremental');
    });

    it('fails its check without repeating the password', async () => {
      const steps: CheckStep[] = [];
      const connector = bridgeConnector(bridgeNamed(name));
      const wrong = { 'config:password': 'wrong password' };
      for await (const step of connector.check(wrong, contextFor(folder))) steps.push(step);
      const { state, failure } = steps.at(-1)!;
      assert.deepEqual(
        [state, failure?.code],
        ['failed', name === 'numbers' ? 'bridge_check_failed' : 'bridge_failed'],
      );
      assert.match(failure!.message, /refused •••/);
      assert.ok(!JSON.stringify(steps).includes('wrong password'));
    });
  });

describe('An executable that misbehaves', () => {
  const read = (behavior: string, limits: object = {}, context: Partial<ConnectorContext> = {}) =>
    readNumbers(withLimits(limits), { behavior, notes }, {}, context);

  const faults: [behavior: string, code: string, limits?: object][] = [
    ['unknown stream', 'bridge_unknown_stream'],
    ['half a message', 'bridge_not_json'],
    ['endless line', 'bridge_line_too_long'],
    ['crash', 'bridge_failed'],
    ['report', 'bridge_reported'],
    ['memory', 'bridge_failed', { memoryMegabytes: 768 }],
    ['disk', 'bridge_disk_full', { diskMegabytes: 64 }],
  ];
  for (const [behavior, code, limits] of faults)
    it(`fails with ${code} after: ${behavior}`, async () => {
      const { failure } = await read(behavior, limits);
      assert.equal(failure?.code, code);
      assert.ok(!JSON.stringify(failure).includes('secret'));
      if (behavior === 'crash') assert.match(failure!.message, /exit code 3: it broke with •••$/);
      await noneLeft();
    });

  it('fails when it says nothing that is a message, however much it writes', async () => {
    for (const behavior of ['silence', 'flood of lines']) {
      const { failure } = await read(behavior, {}, { idleTimeout: 300 });
      assert.equal(failure?.code, 'source_silent', behavior);
      // It may have been too slow to say who it is.
      await noneLeft({ orNone: true });
    }
  });

  it('may write as many errors as it likes', async () => {
    const { rows, failure } = await read('flood of errors');
    assert.deepEqual([rows.length, failure], [1, null]);
  });

  it('leaves no process behind that it has started', async () => {
    const { rows, failure } = await read('fork');
    assert.deepEqual([rows.length, failure], [1, null]);
    await noneLeft();
  });

  it('is killed if it doesn’t end when it is told to', async () => {
    const cancel = new AbortController();
    const connector = bridgeConnector(bridgeNamed('numbers'));
    const configuration = given({ behavior: 'ignore the end', notes });
    const [found] = await connector.discover(configuration, contextFor(folder));
    const stream: ConfiguredStream = { ...found!, ...FULL_REFRESH_OVERWRITE, tableName: 'numbers' };
    const reading = async () => {
      const context = contextFor(folder, { signal: cancel.signal });
      for await (const _ of connector.read(configuration, [stream], new Map(), context));
    };
    const ready = settled(
      () => readFile(notes, 'utf8'),
      (text) => text.includes('ready'),
    );
    await Promise.all([assert.rejects(reading()), ready.then(() => cancel.abort())]);
    await noneLeft();
    assert.match(await readFile(notes, 'utf8'), /asked to end/);
  });

  it('says what its tables and columns are, in either protocol', async () => {
    for (const name of ['numbers', 'tap_numbers']) {
      const [found] = await bridgeConnector(bridgeNamed(name)).discover(given(), contextFor(folder));
      assert.deepEqual(found!.comments, {
        table: 'What there is to count.',
        columns: { n: 'The number.' },
      });
    }
  });

  it('gets no environment but its own, and no rights of the superuser', async (t) => {
    process.env.HEADWATER_SECRET_OF_THE_PRODUCT = 'seen';
    t.after(() => delete process.env.HEADWATER_SECRET_OF_THE_PRODUCT);
    await read('environment', { environment: { HTTPS_PROXY: 'http://proxy:3128' } });
    const seen = JSON.parse((await readFile(notes, 'utf8')).trim().split('\n').at(-1)!) as Record<
      string,
      unknown
    >;
    const { uid, ...environment } = seen;
    assert.deepEqual(
      Object.keys(environment)
        .filter((name) => name !== 'PWD' && name !== '_')
        .toSorted(),
      ['HOME', 'HTTPS_PROXY', 'LANG', 'PATH', 'TMPDIR', 'TZ'],
    );
    assert.notEqual(uid, 0);
  });

  it('ends with the process that has started it, even if that is killed, and so does its folder', async () => {
    const files = {
      'config.json': { password: 'secret', behavior: 'silence', notes },
      'catalog.json': { streams: [{ stream: { name: 'numbers' }, sync_mode: 'full_refresh' }] },
    };
    const program = `
      const { BridgeRun } = await import(${JSON.stringify(new URL('./bridge-run.ts', import.meta.url).href)});
      const files = ${JSON.stringify(files)};
      await BridgeRun.start(${JSON.stringify(bridgeNamed('numbers').declaration)}, {
        args: (folder) => ['read', '--config', folder + '/config.json', '--catalog', folder + '/catalog.json'],
        files,
        signal: new AbortController().signal,
        idle: null,
      });`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    await settled(
      () => readFile(notes, 'utf8'),
      (text) => text.trim() !== '',
    );
    parent.kill('SIGKILL');
    await noneLeft();
    await settled(foldersLeft, (left) => left.length === 0);
  });

  it('leaves no folder with the configuration behind', async () => {
    await read('crash');
    assert.deepEqual(await foldersLeft(), []);
  });
});

describe('The file of bridges', () => {
  const faultsOf = async (entries: unknown) => {
    const error = await load(entries).then(
      () => assert.fail('it was accepted'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  };
  const entry = (more: object = {}) => ({ ...bridgeEntries(executable)[0], ...more });

  it('is needed only if a setting names it', async () => {
    assert.deepEqual(await loadBridges(null), []);
  });

  it('is refused as a whole with every fault in it', async () => {
    const message = await faultsOf([
      entry({ name: 'Numbers' }),
      entry({ name: 'postgres' }),
      entry({ name: 'two', command: ['relative'] }),
      entry({ name: 'three', command: ['/nowhere/at/all'] }),
      entry({ name: 'four', protocol: 'soap' }),
      entry({ name: 'five', password: 'x' }),
      entry({ name: 'six', memoryMegabytes: 1 }),
      { name: 'seven', title: 'Seven', protocol: 'singer', command: ['/bin/true'] },
      entry({ name: 'eight', command: ['/bin/true'] }),
      entry({ name: 'nine' }),
      entry({ name: 'nine' }),
    ]);
    for (const part of [
      /bridge 1 \(Numbers\): name must match/,
      /bridge 2 \(postgres\): name is "postgres", which is a connector of the product/,
      /bridge 3 \(two\): command begins with "relative"/,
      /bridge 4 \(three\): \/nowhere\/at\/all can’t be executed/,
      /bridge 5 \(four\): protocol must be "airbyte" or "singer"/,
      /bridge 6 \(five\): password is not known/,
      /bridge 7 \(six\): memoryMegabytes must be >= 64/,
      /bridge 8 \(seven\): configuration is missing/,
      /bridge 9 \(eight\): it sent no SPEC/,
      /bridge 11 \(nine\): name is "nine", which another one has already/,
    ])
      assert.match(message, part);
    assert.doesNotMatch(message, /bridge 10/);
  });

  it('must be there, and JSON', async () => {
    await assert.rejects(loadBridges('/nowhere/bridges.json'), /can’t be read \(ENOENT\)/);
    assert.match(await faultsOf('{'), /isn’t JSON/);
    assert.match(await faultsOf('[]'), /must be an object/);
  });

  it('is refused if a form can’t have all that an executable wants', async () => {
    const nested = { oneOf: [{ properties: { inner: { oneOf: [{ properties: { x: {} } }] } } }] };
    const message = await faultsOf([
      {
        name: 'deep',
        title: 'Deep',
        protocol: 'singer',
        command: [executable],
        configuration: { type: 'object', properties: { choice: nested } },
      },
    ]);
    assert.match(message, /The field choice\.inner of the specification/);
  });
});
