import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECK_STEPS, type FailureCode } from '@headwater/shared/contract';
import { failure } from '@headwater/base/failures/failure';
import { NOTHING_SET, type Configuration, type Connector } from '@headwater/protocol/protocol';
import { examineBy } from '@headwater/protocol/configuration';
import { connectorFor } from './connector-for.ts';
import { connectors, connectorNamed } from './registry.ts';

interface Property {
  type: string;
  title?: string;
  order?: number;
  default?: unknown;
  examples?: unknown[];
}

interface Schema {
  properties: Record<string, Property>;
  required: string[];
  additionalProperties: unknown;
}

const examined = (connector: Connector, given: object) => ({
  ...examineBy(connector.spec().connectionSpecification, given as Configuration),
  text: null,
});

for (const connector of connectors) {
  describe(`The connector ${connector.name}`, () => {
    const spec = connector.spec();
    const schema = spec.connectionSpecification as unknown as Schema;
    const properties = Object.entries(schema.properties);

    it('is found by its name, also in a process of its own', async () => {
      assert.equal(connectorNamed(connector.name), connector);
      assert.equal(await connectorFor(connector.name, NOTHING_SET), connector);
      assert.match(connector.name, /^[a-z][a-z0-9_]*$/);
    });

    it('describes a form in which every field has a title and a distinct position', () => {
      assert.deepEqual(
        properties.map(([, { order }]) => order),
        properties.map((_, at) => at),
      );
      assert.ok(properties.every(([, { title }]) => title));
    });

    it('rejects fields that its schema doesn’t describe', () => {
      assert.equal(schema.additionalProperties, false);
      for (const name of ['options', 'sslkey', '__proto__', 'constructor']) {
        const pointers = examined(connector, JSON.parse(`{"${name}": "-c"}`) as object).faults.map(
          ({ pointer }) => pointer,
        );
        assert.ok(pointers.includes(`/${name}`), name);
      }
    });

    it('reports each required field that is missing', () => {
      const pointers = examined(connector, {}).faults.map(({ pointer }) => pointer);
      assert.deepEqual(
        pointers,
        schema.required.map((name) => `/${name}`),
      );
    });

    it('has valid defaults and examples', () => {
      for (const [name, { default: initial, examples = [] }] of properties) {
        for (const value of [...examples, ...(initial === undefined ? [] : [initial])]) {
          const faults = examined(connector, { [name]: value }).faults.filter(
            ({ pointer }) =>
              pointer.startsWith(`/${name}`) &&
              !schema.required.some((each) => pointer === `/${each}` && each !== name),
          );
          assert.deepEqual(faults, [], `${name}: ${String(value)}`);
        }
      }
    });

    it('declares the steps of its check, each once', () => {
      assert.ok(spec.checkSteps.length > 0);
      assert.ok(spec.checkSteps.every((step) => CHECK_STEPS.includes(step)));
      assert.equal(new Set(spec.checkSteps).size, spec.checkSteps.length);
    });

    it('has a tile', () => {
      assert.match(spec.tile.letters, /^[A-Z][a-z]$/);
      assert.ok(spec.tile.hue >= 1 && spec.tile.hue <= 8);
    });
  });
}

describe('A failure', () => {
  const codes: [retryable: boolean, ...codes: FailureCode[]][] = [
    [false, 'counts_disagree', 'memory_exhausted', 'load_failed', 'rejects_over_limit'],
    [true, 'disk_full', 'process_lost', 'worker_lost', 'source_disconnected'],
  ];
  for (const [retryable, ...each] of codes)
    for (const code of each)
      it(`${code} is ${retryable ? '' : 'not '}retryable`, () =>
        assert.equal(failure(code).retryable, retryable));
});

describe('The configuration of PostgreSQL', () => {
  const postgres = connectorNamed('postgres')!;
  const valid = {
    host: 'db.example.com',
    port: 5432,
    database: 'shop',
    user: 'reader',
    password: 'x',
    sslmode: 'require',
  };

  it('accepts host names and IP addresses, and knows what is secret', () => {
    for (const host of ['db.example.com', 'db_1', '10.0.0.1', '::1', '[::1]', 'größe.example']) {
      assert.deepEqual(examined(postgres, { ...valid, host }).faults, [], host);
    }
    const ssh = ['tunnel_key', 'tunnel_passphrase', 'tunnel_password'];
    assert.deepEqual(examined(postgres, valid).secretFields, ['password', ...ssh]);
  });

  it('keeps a stored password only for the same user on the same server with at least the same protection', () => {
    const kept: [before: object, after: object, keeps: boolean][] = [
      [{}, { database: 'other' }, true],
      [{}, { host: 'evil.example.com' }, false],
      [{}, { port: 5433 }, false],
      [{ port: undefined }, { port: 5432 }, true],
      [{}, { user: 'owner' }, false],
      [{}, { sslmode: 'verify-full' }, true],
      [{}, { sslmode: 'prefer' }, false],
      [{}, { sslmode: 'disable' }, false],
      [{ sslmode: 'prefer' }, { sslmode: 'require' }, true],
      [{ sslmode: 'prefer' }, { sslmode: 'disable' }, false],
      [{ sslmode: 'verify-full' }, { sslmode: 'require' }, false],
      [{ sslmode: undefined }, { sslmode: 'require' }, true],
      [{ sslmode: undefined }, { sslmode: 'prefer' }, false],
      [{}, { sslmode: undefined }, true],
      [{ sslmode: 'verify-full' }, { sslmode: undefined }, false],
      [{}, { sslmode: ['require'] }, false],
    ];
    for (const [before, after, keeps] of kept) {
      const was = { ...valid, ...before };
      const is = { ...was, ...after };
      const keepsThem = postgres.keepsSecrets(was, is, examined(postgres, is));
      assert.equal(keepsThem, keeps, JSON.stringify([before, after]));
    }
  });

  const refused: [string, unknown][] = [
    ['host', '/var/run/postgresql'],
    ['host', '@abstract'],
    ['host', 'user:password@host/db'],
    ['host', 'db.example.com?sslmode=disable'],
    ['host', 'db example'],
    ['host', ''],
    ['port', 0],
    ['port', 65536],
    ['port', '5432'],
    ['database', ''],
    ['user', 'reader\u0000options\u0000-c'],
    ['database', 'shop\u0000replication\u0000true'],
    ['sslmode', 'allow'],
    ['password', ['x']],
  ];
  for (const [field, value] of refused) {
    it(`rejects ${JSON.stringify(value)} as ${field}`, () => {
      const pointers = examined(postgres, { ...valid, [field]: value }).faults.map(({ pointer }) => pointer);
      assert.deepEqual([...new Set(pointers)], [`/${field}`]);
    });
  }
});
