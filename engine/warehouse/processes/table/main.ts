/** A table process: loads one file of rows into a version file, and ends. It commits nothing. */
import { stat } from 'node:fs/promises';
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import { toFailure } from '@headwater/base/failures/failure';
import { StageEngine } from '../../versions/stage-engine.ts';
import type { FromTableProcess, TableToWrite } from './messages.ts';

const MEMORY_LIMIT = '192MB';

exitWithParent();
// Ctrl-C reaches the whole process group, but the parent process decides when this one ends.
process.on('SIGINT', () => undefined);
process.once('message', (table: TableToWrite) => {
  write(table).then(tell, (error: unknown) => tell({ type: 'failed', failure: toFailure(error) }));
});

const tell = (message: FromTableProcess) => process.send?.(message, undefined, {}, () => process.exit());

async function write(table: TableToWrite): Promise<FromTableProcess> {
  const { path, tableName, columns, rows, temporaryFolder } = table;
  const engine = await StageEngine.open({ temporaryFolder, memoryLimit: MEMORY_LIMIT });
  try {
    const { size } = await stat(rows.path);
    const stage = await engine.begin(path, tableName, columns, size);
    await stage.load(rows);
    return { type: 'written', table: await stage.finish() };
  } finally {
    engine.close();
  }
}
