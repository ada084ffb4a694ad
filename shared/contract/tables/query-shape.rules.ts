import type { Column } from '../ground/column.ts';
import { isGroupable, isMoment, isNumeric } from './query-columns.rules.ts';
import type { QueryShape } from './query-shape.ts';

type TypedColumn = Pick<Column, 'name' | 'type' | 'lost'>;

/** A column that a shape reads: which part of it names the column, and what the column has to be. */
export interface ShapeRole {
  part: 'customer' | 'subject' | 'step' | 'date' | 'amount';
  column: string;
  isFit(column: TypedColumn): boolean;
}

/** Returns the table's columns that a shape reads, and what each has to be. */
export function rolesOfShape(shape: QueryShape): ShapeRole[] {
  const date = { part: 'date' as const, column: shape.date, isFit: isMoment };
  if (shape.kind === 'funnel')
    return [
      { part: 'subject', column: shape.subject, isFit: isGroupable },
      { part: 'step', column: shape.step, isFit: isGroupable },
      date,
    ];
  const who = { part: 'customer' as const, column: shape.customer, isFit: isGroupable };
  if (shape.kind === 'cohorts' && shape.amount === undefined) return [who, date];
  return [who, date, { part: 'amount', column: shape.amount!, isFit: isNumeric }];
}

/** Returns the columns of the rows that a shape computes, which the rest of the query groups. */
export function columnsOfShape(shape: QueryShape, columns: readonly TypedColumn[]): TypedColumn[] {
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? 'VARCHAR';
  switch (shape.kind) {
    case 'cohorts':
      return named({ cohort: 'DATE', age: 'INTEGER', customers: 'BIGINT', active: 'BIGINT' });
    case 'customers':
      return named({
        ...{ customer: typeOf(shape.customer), segment: 'VARCHAR', first: 'DATE', last: 'DATE' },
        ...{ recency: 'BIGINT', times: 'BIGINT', amount: sumType(typeOf(shape.amount)) },
      });
    case 'recurring': {
      const amount = sumType(typeOf(shape.amount));
      return named({
        ...{ month: 'DATE', movement: 'VARCHAR', customers: 'BIGINT', revenue: amount, change: amount },
      });
    }
    case 'funnel':
      return named({
        ...{ step: typeOf(shape.step), place: 'INTEGER', subjects: 'BIGINT' },
        ...{ before: 'BIGINT', first: 'BIGINT' },
      });
  }
}

const named = (types: Readonly<Record<string, string>>): TypedColumn[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

/** The type of a sum in the engine: exact, unless its parts are rounded. */
export function sumType(type: string): string {
  if (type === 'FLOAT' || type === 'DOUBLE') return 'DOUBLE';
  const digits = /^DECIMAL\(\d+,(\d+)\)$/.exec(type)?.[1];
  return digits === undefined ? 'HUGEINT' : `DECIMAL(38,${digits})`;
}
