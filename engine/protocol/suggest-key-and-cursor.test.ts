import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestKeyAndCursor } from './suggest-key-and-cursor.ts';

const TZ = 'TIMESTAMP WITH TIME ZONE';
type Given = [name: string, type: string, nullable?: boolean];

const columnsOf = (given: readonly Given[]) =>
  given.map(([name, type, nullable = false]) => ({ name, type, nullable }));

const suggested = (primaryKey: string[], ...columns: Given[]) =>
  suggestKeyAndCursor({ primaryKey, columns: columnsOf(columns) }).cursor;

const cases: [
  title: string,
  primaryKey: string[],
  columns: Given[],
  column: string | null,
  reason?: string,
  misses?: string[],
][] = [
  [
    'a time of the last change',
    ['id'],
    [
      ['id', 'BIGINT'],
      ['created_at', TZ],
      ['updated_at', TZ],
    ],
    'updated_at',
    'time_of_change',
    [],
  ],
  [
    'names in other styles',
    [],
    [
      ['LastModifiedDate', 'TIMESTAMP'],
      ['x', TZ],
    ],
    'LastModifiedDate',
    'time_of_change',
    [],
  ],
  [
    'what is never NULL, before what is',
    [],
    [
      ['updated_at', TZ, true],
      ['modified', 'TIMESTAMP'],
    ],
    'modified',
    'time_of_change',
    [],
  ],
  [
    'a zone, before none',
    [],
    [
      ['updated_on', 'TIMESTAMP'],
      ['updated_at', TZ],
    ],
    'updated_at',
    'time_of_change',
    [],
  ],
  [
    'a time that can be NULL, if there is no other',
    ['id'],
    [
      ['id', 'BIGINT'],
      ['updated_at', TZ, true],
    ],
    'updated_at',
    'time_of_change',
    ['nulls'],
  ],
  [
    'a time of creation',
    ['id'],
    [
      ['id', 'BIGINT'],
      ['created_at', TZ],
    ],
    'created_at',
    'time_of_creation',
    ['changes'],
  ],
  [
    'a key that grows',
    ['id'],
    [
      ['id', 'INTEGER'],
      ['born', 'DATE'],
    ],
    'id',
    'growing_key',
    ['changes'],
  ],
  [
    'nothing for a key of several columns',
    ['a', 'b'],
    [
      ['a', 'BIGINT'],
      ['b', 'BIGINT'],
    ],
    null,
  ],
  ['nothing for a key without an order', ['id'], [['id', 'UUID']], null],
  [
    'nothing for other columns with such types or names',
    [],
    [
      ['shipped_at', TZ],
      ['updated_by', 'BIGINT'],
      ['updated_at', 'VARCHAR'],
    ],
    null,
  ],
];
for (const [title, primaryKey, columns, column, reason, misses] of cases)
  test(`suggests as a cursor ${title}`, () => {
    const expected = column === null ? null : { column, reason, misses };
    assert.deepEqual(suggested(primaryKey, ...columns), expected);
  });

test('suggests what the source notices changes by, if no column tells and there is a key', () => {
  const systemCursor = 'xmin';
  const cursorOf = (primaryKey: string[], ...columns: Given[]) =>
    suggestKeyAndCursor({ columns: columnsOf(columns), primaryKey, systemCursor }).cursor?.column ?? null;
  assert.equal(cursorOf(['id'], ['id', 'UUID']), 'xmin');
  assert.equal(cursorOf(['id'], ['id', 'BIGINT']), 'xmin', 'rather than a key that only tells of new rows');
  assert.equal(cursorOf(['id'], ['id', 'BIGINT'], ['updated_at', TZ]), 'updated_at');
  assert.equal(cursorOf([], ['id', 'BIGINT']), null);
});
