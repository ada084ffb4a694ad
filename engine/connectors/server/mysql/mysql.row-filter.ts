import type { FilterCondition } from '@headwater/shared/contract';
import { conditionSql } from '@headwater/protocol/condition-sql';
import type { RelationColumn } from './mysql.catalog.ts';
import { literal } from './mysql.sql.ts';
import { valueOf } from './mysql.statements.ts';

/** Returns SQL for a condition that fits its column: see requireUsableFilter. */
export function filterCondition(condition: FilterCondition, columns: readonly RelationColumn[]): string {
  const column = columns.find(({ name }) => name === condition.column)!;
  const value = (text: string) => comparable(column, text);
  return conditionSql({ sql: compared(column), type: column.type }, condition, value);
}

const isText = ({ kind }: RelationColumn) => kind === 'text' || kind === 'uuid';

/** Texts are compared byte by byte, as in the warehouse: the server's collations ignore case and trailing spaces. */
const compared = (column: RelationColumn) =>
  isText(column) ? `cast(convert(${valueOf(column)} using utf8mb4) as binary)` : valueOf(column);

/** SQL for a value that has the form of the column's type. A quoted number would be compared as a double. */
export function comparable(column: RelationColumn, text: string): string {
  if (column.kind === 'number') return text;
  if (column.kind === 'date') return `cast(${literal(text)} as date)`;
  if (column.kind === 'timestamp') return `cast(${literal(utcText(text))} as datetime(6))`;
  return isText(column) ? `cast(${literal(text)} as binary)` : literal(text);
}

const ZONE = /(Z|[+-]\d{2}(?::?\d{2})?)$/;

/** Returns a moment in UTC and without a zone, to the microsecond. */
function utcText(text: string): string {
  const zone = text.length > 10 ? ZONE.exec(text)?.[1] : undefined;
  if (zone === undefined || zone === 'Z') return text.replace('T', ' ').replace(/Z$/, '');
  const [moment = '', fraction] = text.slice(0, -zone.length).replace(' ', 'T').split('.');
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(zone)!;
  const shift = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const time = Date.parse(`${moment.length === 16 ? `${moment}:00` : moment}Z`) - shift * 60_000;
  const utc = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  return fraction === undefined ? utc : `${utc}.${fraction}`;
}
