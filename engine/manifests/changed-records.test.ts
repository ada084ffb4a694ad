import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startApiServer, type ApiServer } from '@headwater/protocol/testing/api-server';
import { manifestOf } from './testing/manifest-of.ts';
import { readAll } from './testing/read-all.ts';

let api: ApiServer;
before(async () => {
  api = await startApiServer();
});
after(() => api.stop());

const changed = async (items: unknown[], transformation: string) => {
  api.routes.set('/items', () => ({ json: { items } }));
  return readAll(manifestOf({ url: api.url, stream: `, transformations: [${transformation}]` }));
};

describe('Names of fields in snake case', () => {
  /** As airbyte-cdk 7.39.1 writes them. */
  const names: [name: string, written: string][] = [
    ['名前', 'ming_qian'],
    ['住所', 'zhu_suo'],
    ['имя', 'imya'],
    ['Größe', 'grosse'],
    ['userID2', 'user_id_2'],
    ['北京 2024', 'bei_jing_2024'],
    ['ユーザーID', 'yuza_id'],
    ['한국어', 'han_gug_eo'],
    ['naïve-Café', 'naive_cafe'],
    ['العربية', 'l_rbyh'],
  ];

  it('are written in Latin letters, and each has its column', async () => {
    const record = Object.fromEntries(names.map(([name], at) => [name, String(at)]));
    const { rows } = await changed([{ id: 1, ...record }], '{type: KeysToSnakeCase}');
    assert.deepEqual(rows, [
      { id: '1', ...Object.fromEntries(names.map(([, name], at) => [name, String(at)])) },
    ]);
  });

  it('get a number if two become the same', async () => {
    for (const [transformation, renamed] of [
      ['{type: KeysToSnakeCase}', 'user_id'],
      ['{type: KeysReplace, old: "-", new: _}', 'user_id'],
    ] as const) {
      const { rows } = await changed([{ id: 1, 'user-id': 'a', user_id: 'b' }], transformation);
      assert.deepEqual(rows, [{ id: '1', [renamed]: 'a', [`${renamed}_2`]: 'b' }]);
    }
  });
});

describe('A field that is added', () => {
  const ADD = (path: string) =>
    `{type: AddFields, fields: [{path: ${path}, value: new, value_type: string}]}`;

  it('makes the objects and elements on its way', async () => {
    const { rows } = await changed(
      [
        { id: 1, list: [1] },
        { id: 2, list: null },
      ],
      ADD('[list, "2"]'),
    );
    assert.deepEqual(rows, [
      { id: '1', list: '[1,null,"new"]' },
      { id: '2', list: '{"2":"new"}' },
    ]);
  });

  it('rejects a record that has a value on its way, which stays known', async () => {
    const { rows, rejected } = await changed(
      [
        { id: 1, place: {} },
        { id: 2, place: 'Rome' },
      ],
      ADD('[place, zone]'),
    );
    assert.deepEqual(rows, [{ id: '1', place: '{"zone":"new"}' }]);
    assert.deepEqual(
      rejected.map(({ code, raw }) => [code, raw]),
      [['not_readable', '{"id":2,"place":"Rome"}']],
    );
  });
});
