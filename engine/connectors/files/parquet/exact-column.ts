import type { ExactKind } from './exact-value.ts';

/** A column whose values are read here, from its bytes, because the engine would load other ones. */
export interface ExactColumn {
  /** The column's name in the file. */
  name: string;
  /** The place of its element in the file's schema. */
  at: number;
  exact: ExactKind;
}
