import type { Check } from './profiler.ts';
import { isGroupable, isMoment, isNumeric } from '../tables/query-columns.rules.ts';
import type { QueryFilter } from '../tables/table-query.ts';

/** Returns the filter that leaves only rows for which a check doesn't hold. Null if that isn't about single rows. */
export function rowsFailing(check: Check): QueryFilter | null {
  switch (check.kind) {
    case 'not_null':
      return [[{ column: check.column, operator: 'is_null', values: [] }]];
    case 'range': {
      const { column, least, greatest } = check;
      const below = least === null ? [] : [{ column, operator: 'less' as const, values: [least] }];
      const above = greatest === null ? [] : [{ column, operator: 'greater' as const, values: [greatest] }];
      return [[...below, ...above]];
    }
    case 'accepted_values':
      return [
        [{ column: check.column, operator: 'none_of', values: check.values }],
        [{ column: check.column, operator: 'is_not_null', values: [] }],
      ];
    default:
      return null;
  }
}

/** Returns whether a part of the rows says something about a check. */
export const isAboutRows = (check: Check): boolean => rowsFailing(check) !== null;

/** Returns whether a kind of check makes sense for a column. */
export function isCheckable(kind: Check['kind'], column: { type: string }): boolean {
  switch (kind) {
    case 'not_null':
      return true;
    case 'unique':
      return isGroupable(column);
    case 'range':
      return isNumeric(column) || isMoment(column);
    case 'accepted_values':
      return isGroupable(column) && !isNumeric(column) && !isMoment(column) && column.type !== 'BOOLEAN';
    case 'fresh':
      return isMoment(column);
    default:
      return false;
  }
}
