import type { StreamColumn } from '@headwater/protocol/protocol';
import { CAMPAIGN } from './shop/orders.table.ts';
import { OPTIONAL, text, type Cell, type Row, type ShopTable } from './shop/shop-table.ts';
import { SHOP_TABLES } from './shop/tables.ts';
import { PAGE_VIEWS } from './shop/visits.table.ts';

/** Changes of the schema, which apply from a moment on. */
export interface DriftSettings {
  from: number;
  addColumn: boolean;
  removeColumn: boolean;
  changeType: boolean;
  removeTable: boolean;
  renameTable: boolean;
}

/** A table as the shop offers it now. */
export interface OfferedTable {
  name: string;
  table: ShopTable;
  columns: readonly OfferedColumn[];
}

export interface OfferedColumn {
  column: StreamColumn;
  cell(row: Row): Cell;
}

/** Returns the tables of the shop with the changes of their schema up to now. */
export function offeredTables(drift: DriftSettings, now: number): OfferedTable[] {
  const isOn = (change: Exclude<keyof DriftSettings, 'from'>) => drift[change] && now >= drift.from;
  return SHOP_TABLES.filter(({ name }) => !(name === 'refunds' && isOn('removeTable'))).map((table) => ({
    name: table.name === 'visits' && isOn('renameTable') ? PAGE_VIEWS : table.name,
    table,
    columns: table.columns.flatMap((column, at): OfferedColumn[] => {
      if (column === CAMPAIGN && !isOn('addColumn')) return [];
      if (column.name === 'phone' && isOn('removeColumn')) return [];
      if (column.name === 'weight_grams' && isOn('changeType')) return [inWords(at)];
      return [{ column, cell: (row) => row[at]! }];
    }),
  }));
}

/** The weight with its unit: `785 g`. */
const inWords = (at: number): OfferedColumn => ({
  column: text('weight_grams', OPTIONAL),
  cell: (row) => (row[at] === null ? null : `${String(row[at])} g`),
});
