/** Runs one job of a connector, to keep drivers, uploaded files, and the engine out of the API's process. */
import type { Failure } from '@headwater/shared/contract';
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import { Egress } from '@headwater/base/egress';
import { toFailure } from '@headwater/base/failures/failure';
import { catalogParts } from '@headwater/protocol/catalog-parts';
import { requireCatalogSize } from './catalog-limit.ts';
import { connectorFor } from '../../connector-for.ts';
import type { ConnectorJob, FromConnectorProcess, ToConnectorProcess } from './messages.ts';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import { storable } from '@headwater/protocol/storable';
import { TELLS_WITHIN_MS } from '@headwater/protocol/tells-within';

const SILENT_AFTER_MS = 60_000;

const cancel = new AbortController();
const send = (message: FromConnectorProcess) => void process.send?.(message);

exitWithParent();
process.on('message', (message: ToConnectorProcess) => {
  if (message.type === 'start') {
    void run(message.job).then(
      () => end(null),
      (error: unknown) => end(toFailure(error)),
    );
  } else {
    cancel.abort();
    setTimeout(() => process.exit(), TELLS_WITHIN_MS);
  }
});

function end(failure: Failure | null): void {
  if (cancel.signal.aborted) return;
  const done: FromConnectorProcess = { type: 'done', failure: storable(failure) };
  process.send?.(done, undefined, {}, () => process.exit());
}

/** What a connector gets back stays as it was, and is stored so that it can. */
const storableStream = ({ source, ...shown }: DiscoveredStream): DiscoveredStream => ({
  ...storable(shown),
  source,
});

async function run(job: ConnectorJob): Promise<void> {
  const { connector: name, configuration, uploads, egress, installation, temporaryFolder } = job;
  const connector = await connectorFor(name, installation);
  if (!connector) throw new Error(`No connector is named ${name}`);
  const { signal } = cancel;
  const context = {
    egress: new Egress(egress),
    uploads,
    temporaryFolder,
    signal,
    idleTimeout: SILENT_AFTER_MS,
    installation,
  };
  if (job.verb === 'preview') {
    const { stream, maskKey } = job;
    // Only previews need the engine, which takes time to load.
    const { previewStream } = await import('./preview.ts');
    const preview = await previewStream({ connector, configuration, stream, maskKey, context });
    send({ type: 'preview', preview });
  } else if (job.verb === 'preview_files') {
    const { previewFiles } = await import('./preview-files.ts');
    send({ type: 'file_preview', preview: await previewFiles(connector, configuration, context) });
  } else if (job.verb === 'test_requests') {
    if (!connector.testRequests) throw new Error(`${name} sends no requests`);
    send({ type: 'request_test', test: await connector.testRequests(configuration, job.stream, context) });
  } else if (job.verb === 'discover') {
    const streams = await connector.discover(configuration, context);
    requireCatalogSize(streams);
    for (const part of catalogParts(streams, ({ columns }) => columns.length))
      send({ type: 'streams', streams: part.map(storableStream) });
  } else {
    for await (const step of connector.check(configuration, context))
      send({ type: 'step', step: storable(step) });
  }
}
