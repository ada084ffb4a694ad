import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examineInThread } from './manifest-thread.ts';
import { examineHere } from './rest.config.ts';
import { manifestOf } from './testing/manifest-of.ts';

const url = 'https://api.example.com';
const ASKER = { workspaceId: 'org_one', userId: 'usr_one' };
const given = (manifest: string) => ({ manifest });
const ask = (manifest: string) => examineInThread(given(manifest), ASKER);
const codesOf = async (manifest: string) => (await ask(manifest)).text!.faults.map(({ code }) => code);

const many = (count: number, one: (at: number) => string, between = ', ') =>
  Array.from({ length: count }, (_, at) => one(at)).join(between);

const LONG = 'x'.repeat(20_000);
const SPEC = `{${many(60, (at) => `f${at}: {type: string, description: "#/definitions/long"}`)}}`;
/** Little to read, but each of its fields has a long text. */
const longForm = `${manifestOf({ url, spec: SPEC })}definitions: {long: ${LONG}}\n`;
const large = manifestOf({
  url,
  schema: `{${many(2_000, (at) => `field_number_${at}: {type: [string, "null"]}`)}}`,
});
const deep = `a: ${'['.repeat(100_000)}`;
const deepTemplate = manifestOf({ url, path: `{{ ${'('.repeat(100_000)} }}` });

describe('A configuration that is examined in a thread', () => {
  it('is examined as anywhere else', async () => {
    const manifest = manifestOf({ url, spec: '{key: {type: string, airbyte_secret: true}}' });
    const configuration = { manifest, 'config:key': 's', 'config:other': 1 };
    const examined = await examineInThread(configuration, ASKER);
    assert.deepEqual(examined, JSON.parse(JSON.stringify(examineHere(configuration))));
    assert.deepEqual(
      examined.faults.map(({ pointer }) => pointer),
      ['/config:other'],
    );
  });

  it('leaves the event loop to others while it takes long', async () => {
    let [turns, isDone] = [0, false];
    const asked = ask(large).finally(() => (isDone = true));
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    assert.deepEqual((await asked).faults, []);
    assert.ok(turns > 20, `${turns} turns`);
  });

  for (const [what, manifest] of [
    ['says too much', longForm],
    ['is nested too deeply', deep],
    ['has a template that is nested too deeply', deepTemplate],
  ] as const)
    it(`is refused if its manifest ${what}, and the next one is examined`, async () => {
      const [code] = await codesOf(manifest);
      assert.ok(['too_costly', 'expands_too_far', 'not_yaml', 'template_wrong'].includes(code!), code);
      assert.deepEqual(await codesOf(manifestOf({ url })), []);
    });

  it('waits for its turn, and nobody can have many of them waiting', async () => {
    const asked = Array.from({ length: 12 }, () => ask(manifestOf({ url })));
    const ends = await Promise.allSettled(asked);
    assert.deepEqual(
      ends.map(({ status }) => status),
      [...Array<string>(11).fill('fulfilled'), 'rejected'],
    );
  });
});
