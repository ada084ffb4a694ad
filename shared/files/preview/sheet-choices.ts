import type { ColumnChoice, SheetChoice } from '@headwater/shared/contract';

/** Returns what was chosen about the sheets of a workbook, with another choice for one of them. */
export function withSheet(sheets: readonly SheetChoice[], choice: SheetChoice): SheetChoice[] {
  const others = sheets.filter(({ sheet }) => sheet !== choice.sheet);
  const { headerRow, range, columns = [] } = choice;
  const isEmpty = headerRow === undefined && range === undefined && columns.length === 0;
  return isEmpty ? others : [...others, choice];
}

/** Returns a choice with another one for a column. Without a name and a type, the column is as it's found. */
export function withColumn({ columns = [], ...choice }: SheetChoice, changed: ColumnChoice): SheetChoice {
  const others = columns.filter(({ column }) => column !== changed.column);
  const { column, name, type } = changed;
  const one = { column, ...(name && { name }), ...(type && { type }) };
  const all = name || type ? [...others, one] : others;
  return { ...choice, ...(all.length > 0 && { columns: all }) };
}
