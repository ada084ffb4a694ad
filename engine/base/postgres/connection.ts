import type pg from 'pg';

/** How to reach PostgreSQL, for `pg`: the embedded server's socket, or the parts of DATABASE_URL. */
export type Connection = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;
