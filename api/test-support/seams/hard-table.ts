/** How a value is written in a cell of JSON, and how the product shows it in each of its formats for machines. */
export interface HardColumn {
  /** What a method of each object is called, which code that indexes objects by names confuses. */
  readonly name: string;
  readonly type: string;
  /** In the order of rows; null for no value. */
  readonly values: readonly (string | null)[];
}

/**
 * A table whose names are those of methods, and whose values are at the edges of their types. It's the truth that each
 * station of a journey through the product is compared with: a fault between two of them gets a column here.
 */
export const HARD_TABLE = {
  /** Its file, and so its table. */
  name: 'constructor',
  columns: [
    { name: 'valueOf', type: 'BIGINT', values: ['9223372036854775807', '-9223372036854775808', '0', '7'] },
    { name: 'toString', type: 'VARCHAR', values: ['-0.001', '@ana', 'a_b_c "quoted", said', null] },
    { name: '__proto__', type: 'DECIMAL(18,2)', values: ['0.10', '0.20', '-1234567890.05', null] },
    { name: 'hasOwnProperty', type: 'DATE', values: ['2026-10-31', '2026-11-01', '1899-12-30', null] },
    {
      name: 'isPrototypeOf',
      type: 'TIMESTAMP',
      values: ['2026-11-01T01:30:00', '2026-11-01T01:30:00.123456', '1899-12-30T23:59:59', null],
    },
    {
      name: 'toLocaleString',
      type: 'TIMESTAMP WITH TIME ZONE',
      // In New York, the first two are the same hour of the clock, and the third one is the day before.
      values: ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T03:59:59.999999Z', null],
    },
    { name: 'propertyIsEnumerable', type: 'BOOLEAN', values: ['true', 'false', 'true', null] },
    { name: '__defineGetter__', type: 'TIME', values: ['00:00:00', '23:59:59.999999', '12:00:00', null] },
    {
      name: '__lookupGetter__',
      type: 'UUID',
      values: [
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-4fff-bfff-ffffffffffff',
        '123e4567-e89b-12d3-a456-426614174000',
        null,
      ],
    },
  ] satisfies readonly HardColumn[],
} as const;

export const HARD_ROWS: readonly (string | null)[][] = [0, 1, 2, 3].map((at) =>
  HARD_TABLE.columns.map(({ values }) => values[at]!),
);

/** The workspace's zone. On November 1, 2026, its clocks go back by an hour. */
export const HARD_ZONE = 'America/New_York';
