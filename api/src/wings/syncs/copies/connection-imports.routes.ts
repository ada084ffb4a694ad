import {
  connectionImportBody,
  connectionImportPreviewBody,
  connectionImportPreviewDocument,
  EXPORT_MAX_BYTES,
  sourceConnectionDocument,
  type ConnectionExport,
} from '@headwater/shared/contract';
import type { Configuration } from '@headwater/protocol/protocol';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { audit } from '../../ground/audit/index.ts';
import { storeNewSchedule } from '../schedules/index.ts';
import {
  askerIn,
  createConnection,
  examineConfiguration,
  factsOfOne,
  getSourceConnection,
  insertChosenStreams,
  presentSourceConnection,
  startDiscovery,
  partKey,
  streamKey,
  type ChosenStream,
} from '../../connections/source-connections/index.ts';
import { readExportedFile } from './exported-file.rules.ts';
import { importedSchedule } from './imported-schedule.ts';

/** In a request, each quote and line break of the file takes two bytes. */
const REQUEST_MAX_BYTES = 2 * EXPORT_MAX_BYTES;

const preview = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/connection-import-previews',
  summary: 'What an exported file would create, or everything that is wrong with it. Nothing is stored.',
  access: member('sources:edit'),
  body: connectionImportPreviewBody,
  maxBytes: REQUEST_MAX_BYTES,
  responses: { 200: connectionImportPreviewDocument },
  handler: async ({ workspace, body }) => {
    const exported = await readExportedFile(body.data.attributes.file, askerIn(workspace));
    const schedule = await workspace.transaction((db) => importedSchedule(db, exported));
    const followed = exported.schedule?.after?.connection ?? null;
    const attributes = {
      exported,
      selectedTables: countSelected(exported),
      isFollowedHere: followed === null ? null : schedule?.after?.sourceConnectionId != null,
    };
    return { data: { type: 'connection_import_previews' as const, id: exported.name, attributes } };
  },
});

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/connection-imports',
  summary:
    'Make a connection from an exported file and the secrets or uploads that it lacks, and discover it.',
  access: member('sources:edit'),
  body: connectionImportBody,
  maxBytes: REQUEST_MAX_BYTES,
  responses: { 201: sourceConnectionDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { file, ...given } = body.data.attributes;
    const exported = await readExportedFile(file, askerIn(workspace));
    const { connector } = exported;
    const { configuration } = given;
    const examined = await examineConfiguration({ connector, configuration }, askerIn(workspace));
    return workspace.transaction(async (db) => {
      const schedule = await importedSchedule(db, exported);
      const id = await createConnection(db, services, given, examined, policiesOf(exported));
      await insertChosenStreams(db, id, chosenStreams(exported, configuration));
      if (schedule) await storeNewSchedule(db, id, schedule);
      await startDiscovery(db, services, id);
      await audit(db, {
        action: 'source_connection.create',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'source_connections', id },
        request,
        details: { importOf: exported.name },
      });
      await services.events.publishIn(db, { type: 'source_connections', id, sourceConnectionId: id });
      const row = await getSourceConnection(db, id);
      return { data: presentSourceConnection(row, await factsOfOne(db, id), workspace) };
    });
  },
});

/** Counts the tables that are synced if the source has them: a file's is, unless someone has deselected it. */
function countSelected({ files, streams }: ConnectionExport): number {
  const selected = streams.filter((stream) => stream.selected).length;
  const deselected = streams.filter((stream) => !stream.selected && stream.namespace === null).length;
  return files.length === 0 ? selected : files.length - deselected;
}

const policiesOf = (exported: ConnectionExport) => ({
  accepts_shrinking: exported.acceptsShrinking,
  change_policy: exported.changePolicy,
  versions_kept: exported.versionsKept,
  version_days: exported.versionDays,
});

/** Returns the file's settings by the keys of their streams. Those of a file that isn't uploaded again are left out. */
function chosenStreams({ files, streams }: ConnectionExport, configuration: Configuration): ChosenStream[] {
  const { files: uploads = [] } = configuration as { files?: { uploadId: string; tableName?: string }[] };
  const uploadOf = new Map(uploads.map(({ uploadId, tableName }) => [tableName, uploadId]));
  return streams.flatMap(({ namespace, name, selected, ...settings }) => {
    const uploadId = uploadOf.get(namespace ?? name);
    const ofFile = uploadId && namespace !== null ? partKey(uploadId, name) : uploadId;
    const key = files.length === 0 ? streamKey({ namespace, name, source: {} }) : ofFile;
    return key === undefined ? [] : [{ streamKey: key, selected, settings }];
  });
}

export const connectionImportRoutes = [preview, create];
