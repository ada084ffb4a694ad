/** Runs one check or discovery of a connector, to keep drivers and uploaded files out of the API's process. */
import type { Failure } from '@headwater/shared/contract';
import { Egress } from '../../platform/egress/index.ts';
import { toFailure } from '../../platform/failures/failure.ts';
import { catalogParts } from '../protocol/catalog-parts.ts';
import { requireCatalogSize } from './catalog-limit.ts';
import { connectorNamed } from '../connectors/registry.ts';
import type { ConnectorJob, FromConnectorProcess } from './messages.ts';

const SILENT_AFTER_MS = 60_000;

const send = (message: FromConnectorProcess) => void process.send?.(message);

process.on('disconnect', () => process.exit());
process.once('message', (job: ConnectorJob) => {
  void run(job).then(
    () => end(null),
    (error: unknown) => end(toFailure(error)),
  );
});

function end(failure: Failure | null): void {
  const done: FromConnectorProcess = { type: 'done', failure };
  process.send?.(done, undefined, {}, () => process.exit());
}

async function run({
  verb,
  connector: name,
  configuration,
  uploads,
  egress,
  temporaryFolder,
}: ConnectorJob): Promise<void> {
  const connector = connectorNamed(name);
  if (!connector) throw new Error(`No connector is named ${name}`);
  // To cancel a job, the API kills this process, which releases everything that it holds open.
  const { signal } = new AbortController();
  const context = {
    egress: new Egress(egress),
    uploads,
    temporaryFolder,
    signal,
    idleTimeout: SILENT_AFTER_MS,
  };
  if (verb === 'discover') {
    const streams = await connector.discover(configuration, context);
    requireCatalogSize(streams);
    for (const part of catalogParts(streams, ({ columns }) => columns.length))
      send({ type: 'streams', streams: part });
    return;
  }
  for await (const step of connector.check(configuration, context)) send({ type: 'step', step });
}
