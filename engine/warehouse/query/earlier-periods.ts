import type { Grain, QueryFilter } from '@headwater/shared/contract';
import { identifier } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';
import { balancedCase } from './balanced-case.ts';
import type { Bucket } from './bucket-sql.ts';

/** How the rows of an earlier period are grouped: into the periods of the current one that they are compared with. */
export interface EarlierPeriods {
  readonly grain: Grain;
  /**
   * Where the parts of the earlier period begin, in their order and as values of the column, and the beginnings of the
   * current periods that they are compared with, as days or UTC times. Null for a part that no period is compared with.
   */
  readonly edges: readonly { readonly begins: string; readonly key: string | null }[];
  /** The rows that decide which values are the top ones: those of the current period. */
  readonly ranked: QueryFilter;
}

/** Groups moments of an earlier period, from its first edge on. Where any rows are, there is a group for each edge. */
export function earlierBucket(column: PageColumn, { grain, edges }: EarlierPeriods): Bucket {
  const isWithinDay = grain === 'minute' || grain === 'hour';
  const type = isWithinDay ? 'TIMESTAMP' : 'DATE';
  const keys = edges.map(({ key }) => (key === null ? `null::${type}` : `${type} '${key}'`));
  const begins = edges.slice(1).map((edge) => `${column.type} '${edge.begins}'`);
  const all = keys.filter((_, at) => edges[at]!.key !== null).join(', ');
  return {
    key: balancedCase(identifier(column.name), begins, keys),
    ...{ type, shown: isWithinDay ? column.type : type, grain, width: null },
    spine: (found, as) => `select unnest([${all}]) as ${as} where exists (select 1 from ${found})`,
  };
}
