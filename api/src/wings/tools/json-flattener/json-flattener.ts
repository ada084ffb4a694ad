import { flattenConfig, type FlattenConfig } from '@headwater/shared/contract';
import type { Fault } from '@headwater/base/refusals/refusal';
import type { ReadableVersion } from '../../tables/tables/index.ts';
import type { OpenTable, Tool } from '../tool-runs/index.ts';
import { flattenSql } from './flatten-sql.ts';

/** Makes columns and rows of JSON. What comes out of it is a query, which can be a view. */
export const jsonFlattener: Tool<FlattenConfig> = {
  slug: 'json-flattener',
  config: flattenConfig,
  showsValues: false,
  tablesOf: ({ tableId, column, keep }) => [{ tableId, columns: [column, ...keep] }],
  faultsOf: (config, [table]) => faultsOf(config, table!),
  queryOf: (config, [table]) => flattenSql(config, table!),
  run: async ({ column, items, fields }, { tables, query }) => {
    const [table] = tables as readonly [OpenTable];
    const result = await query({
      kind: 'flatten_counts',
      file: table.file,
      column: table.columns.find(({ name }) => name === column)!,
      items: items?.path ?? null,
      keepEmpty: items?.keepEmpty ?? false,
      fields,
    });
    const unfit = result.fields.reduce((sum, field) => sum + field.unfit, 0);
    return {
      outcome: unfit + result.malformed === 0 ? 'clean' : 'found',
      figures: { rows: result.rowsAfter, unfit, malformed: result.malformed },
      result,
    };
  },
};

/** Types in which JSON can be. */
export const isFlattenable = ({ type }: { type: string }): boolean => type === 'JSON' || type === 'VARCHAR';

function faultsOf({ column, keep, items, fields }: FlattenConfig, { columns }: ReadableVersion): Fault[] {
  const found = columns.find(({ name }) => name === column);
  const names = new Set<string>();
  const taken = (name: string, pointer: string): Fault[] => {
    const isTaken = names.has(name.toLowerCase());
    names.add(name.toLowerCase());
    return isTaken ? [{ code: 'built_name_twice', pointer, values: { name } }] : [];
  };
  return [
    ...(found ? [] : [{ code: 'query_column_unknown' as const, pointer: '/column', values: { column } }]),
    ...(found && !isFlattenable(found)
      ? [{ code: 'flatten_column_unfit' as const, pointer: '/column', values: { column } }]
      : []),
    ...keep.flatMap((name, at) => [
      ...(columns.some((one) => one.name === name)
        ? []
        : [{ code: 'query_column_unknown' as const, pointer: `/keep/${at}`, values: { column: name } }]),
      ...taken(name, `/keep/${at}`),
    ]),
    ...(items?.position == null ? [] : taken(items.position, '/items/position')),
    ...fields.flatMap(({ as, inItem }, at): Fault[] => [
      ...taken(as, `/fields/${at}/as`),
      ...(inItem && !items ? [{ code: 'flatten_no_items' as const, pointer: `/fields/${at}/inItem` }] : []),
    ]),
    ...(fields.length + keep.length === 0 && items?.position == null
      ? [{ code: 'field_required' as const, pointer: '/fields' }]
      : []),
  ];
}
