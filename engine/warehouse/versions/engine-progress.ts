import type { DuckDBConnection } from '@duckdb/node-api';

const LOOK_MS = 250;

/**
 * Runs work of the engine. `onProgress` is called up to four times a second with the part of the current statement that is
 * done, from 0 to 1, but only when the engine has got further: a statement that stands still is silent.
 */
export async function withProgress<T>(
  engine: { readonly connection: DuckDBConnection },
  onProgress: (part: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  let last = '';
  const look = setInterval(() => {
    const { percentage, rows_processed: rows } = engine.connection.progress;
    const now = `${percentage} ${rows}`;
    if (percentage <= 0 || now === last) return;
    last = now;
    onProgress(Math.min(percentage / 100, 1));
  }, LOOK_MS);
  try {
    return await work();
  } finally {
    clearInterval(look);
  }
}
