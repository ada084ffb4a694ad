export type SheetCell =
  | { kind: 'number' | 'text' | 'truth' | 'time'; text: string }
  | { kind: 'moment'; text: string; hasTime: boolean }
  /** An error such as #DIV/0!, or a formula that no program has calculated yet. */
  | { kind: 'error' | 'uncalculated' };

/** A row that has a cell with a value. */
export interface SheetRow {
  /** As spreadsheets number it. */
  number: number;
  /** By their columns, with gaps. */
  cells: (SheetCell | undefined)[];
}
