import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../../sql/sql.ts';
import type { QueryEngineOptions } from './messages.ts';

/** Where the engine stores what doesn't fit into memory, and may write files, and how many bytes at most. */
export interface Spill {
  folder: string;
  bytes: number;
}

/**
 * Opens a connection to an empty engine that reaches only files under `root`, and nothing but the memory and `spill`.
 * Statements can't change that. With `spill`, it knows how far a statement is.
 */
export async function openLockedConnection(
  { root, memoryLimit, threads, freeMemory }: QueryEngineOptions,
  spill: Spill | null = null,
): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    threads: String(threads),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(freeMemory !== undefined && {
      allocator_flush_threshold: freeMemory,
      allocator_bulk_deallocation_flush_threshold: freeMemory,
    }),
  });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  await connection.run(`set temp_directory = ${literal(spill?.folder ?? '')}`);
  if (spill) {
    await connection.run(`set max_temp_directory_size = '${Math.floor(spill.bytes / 1024 ** 2)}MiB'`);
    await connection.run(`set enable_progress_bar = true`);
    await connection.run(`set enable_progress_bar_print = false`);
  }
  const folders = [root, ...(spill ? [spill.folder] : [])].map((folder) => literal(`${folder}/`));
  await connection.run(`set allowed_directories = [${folders.join(', ')}]`);
  await connection.run(`set enable_external_access = false`);
  await connection.run(`set lock_configuration = true`);
  return connection;
}
