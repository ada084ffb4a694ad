import type { DuckDBConnection } from '@duckdb/node-api';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { stagedType } from './column-load.ts';
import { literal } from '../sql/sql.ts';

/** How far a stage file got before it was interrupted. Stored in the file itself, so that it can't disagree with the rows. */
export interface StoredCheckpoint {
  /** The rows before it. Those after it are read again. */
  rows: number;
  /** The ID of the last of them. */
  lastId: number;
  /** The columns as they are in the file. */
  columns: readonly StreamColumn[];
  /** Where the source can be read on. */
  position: unknown;
}

/** SQL that stores a checkpoint in the stage, instead of the one before. */
export const checkpointStatement = (checkpoint: StoredCheckpoint) =>
  `create or replace table stage.main.checkpoint as select ${literal(JSON.stringify(checkpoint))} as value`;

export const dropCheckpointStatement = 'drop table if exists stage.main.checkpoint';

/**
 * Returns the checkpoint of a file that was kept. Null if there is none, or the file isn't what it should be. Reads all
 * rows before it: otherwise, a damaged one would become part of a version, whose hash would be that of the damaged file.
 */
export async function readCheckpoint(
  connection: DuckDBConnection,
  path: string,
): Promise<StoredCheckpoint | null> {
  const values = async (query: string) => (await connection.runAndReadAll(query)).getRowsJson();
  try {
    await connection.run(`attach ${literal(path)} as kept (read_only)`);
    const [[value]] = (await values('select value from kept.main.checkpoint')) as [[string]];
    const checkpoint = JSON.parse(value) as StoredCheckpoint;
    const [[rows]] = (await values(
      `select count(*), bit_xor(hash(*columns(*))) from kept.main.data where rowid <= ${checkpoint.lastId}`,
    )) as [[string]];
    const types = await values(
      `select column_name, data_type from duckdb_columns()
       where database_name = 'kept' and table_name = 'data' order by column_index`,
    );
    const isSame = types.every(([name, type], at) => {
      const column = checkpoint.columns[at];
      return column && name === column.name && type === stagedType(column);
    });
    return Number(rows) === checkpoint.rows && isSame ? checkpoint : null;
  } catch {
    return null; // a damaged file, or one that a process of an earlier attempt still writes
  } finally {
    await connection.run('detach database if exists kept');
  }
}
