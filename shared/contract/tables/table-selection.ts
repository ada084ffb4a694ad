import type { TableAttributes } from './table.ts';

/** Whether the product makes a table itself, instead of loading it from a source. */
export const isMade = (selection: TableAttributes['selection']): selection is 'view' | 'built_in' =>
  selection === 'view' || selection === 'built_in';
