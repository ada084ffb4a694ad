import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sampleDataBody, sourceConnectionDocument, UPLOAD_MAX_BYTES } from '@headwater/shared/contract';
import { runConnector } from '../connectors/process/run-connector.ts';
import { newId } from '../db/ids.ts';
import { member } from '../http/access.ts';
import { defineRoute } from '../http/define-route.ts';
import type { Services } from '../services.ts';
import {
  addressOf,
  connectorInputs,
  factsOfOne,
  getSourceConnection,
  insertSourceConnection,
  markDiscovery,
  presentSourceConnection,
  replaceStreams,
} from '../source-connections/index.ts';
import { insertUpload, type Upload } from '../uploads/index.ts';

const FILES = ['customers', 'order_lines', 'orders', 'products', 'refunds', 'stores'];
const CONNECTION_NAME = 'Finch Outdoor (sample)';

const load = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/sample-data',
  summary: 'Connect the bundled sample shop, as files that somebody has uploaded, and sync it.',
  access: member('sources:edit'),
  body: sampleDataBody,
  answer: { 202: sourceConnectionDocument },
  handler: async ({ workspace, user, services }) => {
    const uploads = await Promise.all(FILES.map((name) => storeSample(services, workspace.id, name)));
    const configuration = { files: uploads.map(({ id }) => ({ uploadId: id })) };
    const inputs = await workspace.transaction(async (db) => {
      for (const upload of uploads) await insertUpload(db, upload);
      return connectorInputs(db, services, { connector: 'csv', configuration });
    });
    const streams = await runConnector({ verb: 'discover', ...inputs });
    const id = newId('src');
    return workspace.transaction(async (db) => {
      await insertSourceConnection(db, {
        id,
        name: CONNECTION_NAME,
        connector: 'csv',
        configuration,
        address: addressOf(
          configuration,
          uploads.map(({ file_name }) => file_name),
        ),
        setup: 'connected',
      });
      await replaceStreams(db, id, streams, true);
      await markDiscovery(db, id, 'ready');
      await services.syncs.begin(db, id, user.name);
      await services.events.publishIn(db, { type: 'source_connections', id, sourceConnectionId: id });
      const row = await getSourceConnection(db, id);
      return { data: presentSourceConnection(row, await factsOfOne(db, id), workspace) };
    });
  },
});

/** The way of any upload: copied into the workspace's own files, checked and hashed as they pass. */
async function storeSample({ uploadFiles }: Services, workspaceId: string, name: string): Promise<Upload> {
  const id = newId('upl');
  const source = createReadStream(fileURLToPath(new URL(`../../sample-data/${name}.csv`, import.meta.url)));
  const stored = await uploadFiles.store(workspaceId, id, source, UPLOAD_MAX_BYTES);
  return { id, file_name: `${name}.csv`, ...stored };
}

export const sampleDataRoutes = [load];
