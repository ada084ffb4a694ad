import type { ListedFacts, ProfiledColumn, TableProfileAttributes } from '@headwater/shared/contract';
import { columnsOfChoices, onlyKnownValues, suggestedChecks } from './suggested-checks.ts';

const facts = (rest: Partial<ListedFacts> = {}): ListedFacts => ({
  nulls: 0,
  distinct: { count: 100, isExact: true },
  unique: false,
  least: null,
  greatest: null,
  mean: null,
  lengths: null,
  top: null,
  shape: { of: 'top', rows: [] },
  ...rest,
});
const column = (name: string, type: string, rest: Partial<ListedFacts> = {}): ProfiledColumn => ({
  ...{ name, type, sourceType: type, nullable: true, fault: null },
  kind: type === 'VARCHAR' ? 'text' : type === 'BIGINT' ? 'number' : 'timestamp',
  facts: facts(rest),
});
const profile = (columns: ProfiledColumn[], rows = 100): TableProfileAttributes => ({
  ...{ version: 1, isCurrent: true, state: 'complete', rows, sampledRows: null, fault: null },
  profiledAt: null,
  columns,
});
const kinds = (found: ReturnType<typeof suggestedChecks>) => found.map(({ check }) => check.kind);

test('a profile suggests what holds now, and only that', () => {
  const found = suggestedChecks(
    profile([
      column('id', 'BIGINT', { unique: true, least: '1' }),
      column('total', 'BIGINT', { least: '0', nulls: 3 }),
      column('change', 'BIGINT', { least: '-1', nulls: 3 }),
      column('placed_at', 'TIMESTAMP', { nulls: 1 }),
    ]),
    ['id'],
  );
  expect(found.map(({ check }) => check)).toEqual([
    { kind: 'row_change', percent: 50 },
    { kind: 'unique', column: 'id' },
    { kind: 'not_null', column: 'id' },
    { kind: 'range', column: 'total', least: '0', greatest: null },
    { kind: 'fresh', column: 'placed_at', hours: 48 },
  ]);
});

test('few rows say little', () => {
  expect(kinds(suggestedChecks(profile([column('id', 'BIGINT', { unique: true })], 3), ['id']))).toEqual([
    'row_change',
  ]);
});

test('a column with few values can be held to them, if all are known', () => {
  const few = column('status', 'VARCHAR', { distinct: { count: 2, isExact: true } });
  expect(columnsOfChoices(profile([few, column('note', 'VARCHAR')]))).toEqual([few]);
  const top = [
    { value: 'paid', cut: false, rows: 90 },
    { value: 'open', cut: false, rows: 10 },
  ];
  const whole = { ...facts(), unmeasured: 0, quartiles: null, histogram: null };
  expect(onlyKnownValues('status', { ...whole, distinct: { count: 2, isExact: true }, top })?.check).toEqual({
    kind: 'accepted_values',
    column: 'status',
    values: ['paid', 'open'],
  });
  expect(onlyKnownValues('status', { ...whole, distinct: { count: 3, isExact: true }, top })).toBeNull();
});
