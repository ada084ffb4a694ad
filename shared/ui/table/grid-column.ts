import type { ColumnKind } from '../../contract/ground/column.ts';

export interface GridColumn {
  name: string;
  kind: ColumnKind;
  /** The exact type, shown on hover. */
  type: string;
  /** The time zone in which its moments are shown. By default the one that the reader sees times in. */
  zone?: string;
  primaryKey?: boolean;
  /** Writes a value. By default, as its type says. What is copied or opened keeps all digits. */
  write?(this: void, value: string): string;
}

export interface GridSortKey {
  column: string;
  descending: boolean;
}
