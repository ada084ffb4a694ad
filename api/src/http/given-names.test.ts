import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from '@sinclair/typebox';
import { modules } from '../modules.ts';

const NAMES = new Set(['name', 'title', 'label']);
/** Checked by rules after the shape, or chosen by a source or the product, not by people. */
const OTHERWISE = new Set([
  'POST /organizations /data/attributes/name',
  'PATCH /profile /data/attributes/name',
  'POST /events /data/attributes/name',
]);
const HIDDEN = ['a\nb', 'a\u2028b', 'a\u0085b', 'a\u007fb', 'a\u0000b', 'a\u202eb', 'a\u2066b', 'a\u200fb'];

/** Returns where in a body people give a name. A table or a column of a source is named there, not given a name. */
function* namesIn(schema: TSchema, at = ''): Generator<[string, TSchema]> {
  const { properties = {}, items, anyOf = [] } = schema as { properties?: Record<string, TSchema> } & TSchema;
  for (const [key, inner] of Object.entries<TSchema>(properties)) {
    if (NAMES.has(key) && inner.type === 'string') yield [`${at}/${key}`, inner];
    else yield* namesIn(inner, `${at}/${key}`);
  }
  if (items && !Array.isArray(items)) yield* namesIn(items as TSchema, `${at}/*`);
  for (const each of anyOf as TSchema[]) yield* namesIn(each, at);
}

const isOfSource = (at: string) => /\/(table|columns\/\*|streams\/\*)\/name$/.test(at);

const given = modules
  .flatMap(({ routes }) => routes)
  .flatMap(({ method, path, body }) =>
    body ? [...namesIn(body)].map(([at, schema]) => [`${method} ${path} ${at}`, schema] as const) : [],
  )
  .filter(([at]) => !OTHERWISE.has(at) && !isOfSource(at));

test('no name that people give can contain what nobody sees', () => {
  assert.ok(given.length > 15, String(given.length));
  for (const [at, { pattern = '' }] of given)
    for (const text of HIDDEN)
      assert.ok(!new RegExp(pattern, 'u').test(text), `${at} accepts ${JSON.stringify(text)}`);
});

test('names in all writing systems, with joined emoji, are accepted', () => {
  for (const text of ['Zoë’s Q3 – „Umsatz“', '売上 2026', 'מכירות', 'مبيعات', '👩‍👩‍👧 team', 'a'])
    for (const [at, { pattern = '' }] of given)
      if (!at.includes('share')) assert.ok(new RegExp(pattern, 'u').test(text), `${at} refuses ${text}`);
});
