/**
 * A sync process: runs a connector's read, loads the records into stage files, and reports progress. It commits
 * nothing; the worker that started it does that under its lease.
 */
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import { connectorFor } from '../../connector-for.ts';
import { failure, toFailure } from '@headwater/base/failures/failure';
import { Egress } from '@headwater/base/egress';
import type { Connector } from '@headwater/protocol/protocol';
import type { FromSyncProcess, SyncJob, ToSyncProcess } from './messages.ts';
import { Progress } from './progress.ts';
import { storable } from '@headwater/protocol/storable';
import { TELLS_WITHIN_MS } from '@headwater/protocol/tells-within';
import { StreamLoads } from './stream-loads.ts';

const cancel = new AbortController();
/** Versions have only names that are stored already, and states, from which the source is read on. */
const send = (message: FromSyncProcess) =>
  void process.send?.(message.type === 'staged' ? message : storable(message));

process.on('message', (message: ToSyncProcess) => {
  if (message.type === 'cancel') cancel.abort();
  else void run(message.job);
});
exitWithParent();

async function run(job: SyncJob): Promise<void> {
  const progress = new Progress(send);
  let problem = null;
  try {
    const connector = await connectorFor(job.connector, job.installation);
    if (!connector) throw new Error(`No connector is named ${job.connector}`);
    const loads = await StreamLoads.open(job, send, progress, connector.spec());
    try {
      await readAll(job, connector, loads);
    } catch (error) {
      problem = cancel.signal.aborted ? failure('canceled') : toFailure(error);
    }
    await loads.close(problem ?? failure('process_lost'));
  } catch (error) {
    problem = toFailure(error);
  }
  progress.flush();
  const done: FromSyncProcess = { type: 'done', failure: storable(problem) };
  const waits = cancel.signal.aborted ? TELLS_WITHIN_MS : 0;
  process.send?.(done, undefined, {}, () => setTimeout(() => process.exit(), waits));
}

async function readAll(job: SyncJob, connector: Connector, loads: StreamLoads): Promise<void> {
  const context = {
    egress: new Egress(job.egress),
    uploads: job.uploads,
    temporaryFolder: job.temporaryFolder,
    signal: cancel.signal,
    idleTimeout: job.idleTimeoutMs,
    installation: job.installation,
  };
  const catalog = job.streams.map(({ stream }) => stream);
  for await (const message of connector.read(job.configuration, catalog, loads.states, context)) {
    cancel.signal.throwIfAborted();
    await loads.take(message);
  }
}
