import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const repository = join(import.meta.dirname, '..');
const left = ['**/node_modules/**', '**/dist/**', '**/fixtures/**', '**/.cache/**'];
const found = (pattern: string) => globSync(pattern, { cwd: repository, exclude: left });
const read = (path: string) =>
  JSON.parse(readFileSync(join(repository, path), 'utf8')) as Record<string, string>;

const catalogs = found('{mf-*,shell,shared,scripts,api,engine}/**/messages/de.json').map((path) => ({
  folder: dirname(dirname(path)),
  de: read(path),
  en: read(path.replace(/de\.json$/, 'en.json')),
}));
const german = catalogs.flatMap(({ folder, de }) =>
  Object.entries(de).map(([key, text]) => ({ key, text, name: `${folder}: ${key}: ${text}` })),
);

/** Returns the messages in which something is found that German doesn't have. */
const faulty = (pattern: RegExp, code: readonly string[] = []) =>
  german.filter(({ key, text }) => !code.includes(key) && pattern.test(text)).map(({ name }) => name);

test('there are messages of every package', () => assert.ok(catalogs.length > 20));

test('quotation marks are German', () => {
  assert.deepEqual(faulty(/["”]/, ['option.csv.quote.u22', 'failure.google_key_invalid.fix']), []);
  assert.deepEqual(faulty(/„[^“]*(„|$)|(^|“)[^„]*“/), []);
});

test('an ellipsis is one character, after a space where words are left out', () => {
  assert.deepEqual(faulty(/\.\.\./, ['connecting.token_in_file']), []);
  assert.deepEqual(faulty(/[\p{L}\d}]…/u), []);
});

test('a number and its unit stay on one line', () => {
  assert.deepEqual(faulty(/[\d}] ?%|[\d}#] (s|ms|[kKMG]B|MiB|Uhr|Min|Std)(?!\p{L})/u), []);
});

/** What a thing is called, and what it has been called besides. */
const VOCABULARY: readonly (readonly [RegExp, string])[] = [
  [/\bSicht(en)?\b/, 'View'],
  [/\bWorkspaces?\b/, 'Arbeitsbereich'],
  [/\bBeispielshop/, 'Beispiel-Shop'],
  [/\bAbgleiche\b|\bSync-|\bSyncs?\b/, 'Synchronisierung'],
  [/gültige Token\b|Seine Token\b/, 'Tokens'],
  [/abgelehnte?n? Zeile|\} abgelehnt$/i, 'abgewiesen'],
  [/Berichts-E-Mails, Warnungen/, 'Alarme'],
  [/\bUnverträglich/, 'Inkompatibel'],
  [/Einstellung eines Datenwerkzeugs/, 'Einrichtung'],
  [/vollständige Aktualisierung|anderen Modus/, 'Vollspiegel'],
  [/Cursorw/, 'Cursor-Wert'],
  [/Datenträger/, 'Festplatte'],
  [/schiefgegangen/, 'schiefgelaufen'],
  [/verschickt (noch )?keine/, 'versendet'],
  [/\b(Dashboard|Reports?|Alerts?|Settings|Views? von|Schedule|Rows?|Tables?)\b/, 'the German word'],
];

for (const [other, word] of VOCABULARY)
  test(`${String(other)} is called ${word}`, () => assert.deepEqual(faulty(other), []));

test('one of something more is said in words, unless what it is follows', () => {
  assert.deepEqual(faulty(/one \{[^{}]*# weitere[rsnm]?\s*\}/), []);
});

/** One filter and two filters: “Filter”. */
const SAME_IN_PLURAL = ['schema_changes.uses_filters'];

test('what has a plural in English has one in German', () => {
  const plurals = (text: string) => new Set([...text.matchAll(/\{(\w+), plural,/g)].map(([, name]) => name));
  const missing = catalogs.flatMap(({ folder, de, en }) =>
    Object.keys(en)
      .filter((key) => !SAME_IN_PLURAL.includes(key))
      .filter((key) => [...plurals(en[key]!)].some((name) => !plurals(de[key] ?? '').has(name)))
      .map((key) => `${folder}: ${key}`),
  );
  assert.deepEqual(missing, []);
});

test('what couldn’t be loaded fits the sentence that says so: in its case, and with its article', () => {
  const isThing = new Set(
    found('{mf-*,shell,shared}/**/*.tsx').flatMap((path) =>
      [...readFileSync(join(repository, path), 'utf8').matchAll(/\bthing=\{t\('([^']+)'\)\}/g)].map(
        ([, key]) => `${path.split('/')[0]}: ${key}`,
      ),
    ),
  );
  assert.ok(isThing.size > 70);
  const things = catalogs.flatMap(({ folder, de }) =>
    Object.entries(de).filter(([key]) => isThing.has(`${folder.split('/')[0]}: ${key}`)),
  );
  const unfit = things.filter(
    ([, text]) => !/^(die|das|den|diese|dieses|diesen|Ihre|Ihr|Ihren) \p{L}/u.test(text),
  );
  assert.deepEqual(unfit, []);
});
