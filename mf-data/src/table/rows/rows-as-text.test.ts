import { asInsert, asJson, asTsv } from './rows-as-text.ts';

const columns = [
  { name: 'id', kind: 'number' },
  { name: 'no"te', kind: 'text' },
  { name: 'meta', kind: 'json' },
] as const;
const rows = [
  ['12345678901234567890.10', "it's\n=1", '{"a": 1}'],
  ['-5', '=cmd', null],
  ['NaN', null, '{"cut…'],
];

test('a spreadsheet gets one line a row, no formula, and all digits', () => {
  expect(asTsv(columns, rows)).toBe(
    ['id\tno"te\tmeta', '12345678901234567890.10\tit\'s =1\t{"a": 1}', "-5\t'=cmd\t", 'NaN\t\t{"cut…'].join(
      '\n',
    ),
  );
});

test('JSON has all digits, and values that are JSON are part of it', () => {
  expect(asJson(columns, rows)).toContain(
    '{"id": 12345678901234567890.10, "no\\"te": "it\'s\\n=1", "meta": {"a": 1}}',
  );
  expect(JSON.parse(asJson(columns, rows))).toHaveLength(3);
  expect(JSON.parse(asJson(columns, rows))[2]).toEqual({ id: 'NaN', 'no"te': null, meta: '{"cut…' });
});

test('SQL quotes names and texts', () => {
  expect(asInsert('public.or"ders', columns, rows)).toBe(
    [
      'INSERT INTO "public"."or""ders" ("id", "no""te", "meta") VALUES',
      `  (12345678901234567890.10, 'it''s\n=1', '{"a": 1}'),`,
      `  (-5, '=cmd', NULL),`,
      `  ('NaN', NULL, '{"cut…');`,
    ].join('\n'),
  );
});
