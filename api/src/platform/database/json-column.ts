import type { ColumnType } from 'kysely';

/** A jsonb column, written as its text. `Missing` is what may stand for no value. */
export type Json<Missing extends null | undefined = never> = ColumnType<
  unknown,
  string | Missing,
  string | Extract<Missing, null>
>;
