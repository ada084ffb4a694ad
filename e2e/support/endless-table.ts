import type { SourceDatabase } from './source-database.ts';

/** A table of a source that has as many rows as it is set to have. They are generated while they are read. */
export interface EndlessTable {
  readonly name: string;
  /** Sets so many rows that a sync is still reading when something breaks. */
  setEndless(): Promise<void>;
  setRows(rows: number): Promise<void>;
}

export async function createEndlessTable(source: SourceDatabase): Promise<EndlessTable> {
  await source.query(`
    create table events_size as select 1::bigint as rows;
    create view events as
      select id, repeat(md5(id::text), 20) as filler
        from (select generate_series(1, rows) as id from events_size) as ids`);
  const setRows = async (rows: number) =>
    void (await source.query('update events_size set rows = $1', [rows]));
  return { name: 'events', setRows, setEndless: () => setRows(1_000_000_000) };
}
