import type { SourceDatabase } from '../../e2e/support/source-database.ts';

export const MIXED_TABLE = 'mixed';

/** Creates a table of 12 columns of types that are common in business databases, about 200 bytes per row. */
export async function fillMixedTable(source: SourceDatabase, rows: number): Promise<void> {
  await source.query(`
    create unlogged table ${MIXED_TABLE} as
      select n::bigint as id,
             gen_random_uuid() as token,
             'Customer ' || n % 50000 as name,
             case when n % 11 = 0 then null else 'customer' || n % 50000 || '@example.com' end as email,
             (n * 1.0001)::numeric(18, 4) as amount,
             (n % 100)::integer as quantity,
             n / 7.0::float8 as weight,
             n % 3 = 0 as is_paid,
             timestamptz '2020-01-01 00:00:00+00' + n * interval '1.000007 seconds' as placed_at,
             date '2020-01-01' + (n % 2000)::integer as due_on,
             jsonb_build_object('channel', n % 5, 'tags', jsonb_build_array(n % 3, 'x')) as details,
             case when n % 13 = 0 then E'two\\nlines, "quoted"' else 'note ' || n end as note
        from generate_series(1, ${rows}) n`);
  await source.query(`alter table ${MIXED_TABLE} add primary key (id)`);
  await source.query('vacuum analyze');
}
