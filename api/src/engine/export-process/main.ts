/** An export process: writes the rows of one request to its output, and ends. */
import { once } from 'node:events';
import { openLockedConnection } from '../query-process/locked-connection.ts';
import { attachVersion, faultOf } from '../query-process/version-file.ts';
import { exportStatement, headOf } from './export-statement.ts';
import type { FromExportProcess, ToExportProcess } from './messages.ts';

const send = (message: FromExportProcess) => void process.send?.(message);

process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group, but the parent process decides when this one ends.
process.on('SIGINT', () => undefined);
process.once('message', (message: ToExportProcess) => {
  write(message).then(
    () => process.exit(0),
    (error: Error) => {
      send({ type: 'failed', fault: faultOf(error), message: error.message });
      process.exitCode = 1;
      process.disconnect();
    },
  );
});

async function write({ engine, spill, request }: ToExportProcess): Promise<void> {
  const connection = await openLockedConnection(engine, spill);
  await attachVersion(connection, request.file, 'v1');
  const result = await connection.stream(exportStatement('v1', request));
  let chunk = await result.fetchChunk();
  // From here on, there is no response but the file.
  send({ type: 'started' });
  process.stdout.write(headOf(request.format, request.shown));
  for (; chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const lines = chunk.getColumnValues(0).join('');
    if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
  }
  // Everything before it has been written by then.
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
}
