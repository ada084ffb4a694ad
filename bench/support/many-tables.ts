import type { SourceDatabase } from '../../e2e/support/source-database.ts';

export interface Shape {
  tables: number;
  /** Of each table. */
  columns: number;
}

/** Creates tables `wide_0`, `wide_1`, and so on, with columns `column_number_1`, `column_number_2`, and so on. */
export async function createTables(source: SourceDatabase, { tables, columns }: Shape): Promise<void> {
  await source.query(`
    create procedure make_tables() language plpgsql as $$ begin
      for at in 0 .. ${tables - 1} loop
        execute format('create table %I (%s)', 'wide_' || at,
          (select string_agg(format('%I text', 'column_number_' || n), ', ') from generate_series(1, ${columns}) n));
        if at % 100 = 99 then commit; end if;
      end loop;
    end $$`);
  await source.query('call make_tables()');
}
