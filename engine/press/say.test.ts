import assert from 'node:assert/strict';
import { test } from 'node:test';
import chartsDe from '@headwater/shared/charts/messages/de.json' with { type: 'json' };
import chartsEn from '@headwater/shared/charts/messages/en.json' with { type: 'json' };
import { LANGUAGES } from '@headwater/shared/contract';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import { sayIn, type Say } from './say.ts';

const keysOf = (texts: object) => Object.keys(texts).sort();
const texts = [...Object.entries(chartsEn), ...Object.entries(en)] as [Parameters<Say>[0], string][];
const messages = texts.map(([message]) => message);

test('both languages have the same messages, and files none that charts have, too', () => {
  assert.deepEqual(keysOf(chartsDe), keysOf(chartsEn));
  assert.deepEqual(keysOf(de), keysOf(en));
  assert.equal(new Set(messages).size, messages.length);
});

test('every message can be said in each language', () => {
  for (const language of LANGUAGES)
    for (const [message, text] of texts) {
      const names = [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!);
      const said = sayIn(language)(message, Object.fromEntries(names.map((name) => [name, 2])));
      assert.match(said, /^[^{}]+$/, message);
    }
});

test('numbers, plurals, and apostrophes are written as on screens', () => {
  assert.equal(sayIn('en')('row_count', { rows: 1 }), '1 row');
  assert.equal(sayIn('de')('row_count', { rows: 1234 }), '1.234 Zeilen');
  assert.equal(sayIn('en')('cut', { shown: 10_000, of: 1_234_567 }), 'Shows 10,000 of 1,234,567 results.');
  assert.equal(sayIn('en')('operator.not_contains'), "doesn't contain");
  assert.equal(sayIn('de')('filter.and_more', { named: 'a, b', more: 1 }), 'a, b und einem weiteren');
  assert.equal(
    sayIn('de')('more_columns', { names: 'a, b', count: 2, isCut: 'false' }),
    '2 weitere Spalten stehen im Bericht: a, b.',
  );
  assert.equal(
    sayIn('en')('more_columns', { names: 'a, b', count: 7, isCut: 'true' }),
    '7 more columns are in the report: a, b, …',
  );
});
