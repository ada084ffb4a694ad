import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_STREAM_SETTINGS,
  EXPORT_FORMAT,
  type ConnectionExport,
  type ExportedStream,
  ownValue,
} from '@headwater/shared/contract';
import { examine } from '@headwater/protocol/configuration';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { chosenSchedule } from '../schedules/index.ts';
import {
  getSourceConnection,
  listChosenStreams,
  listSecretFields,
  listSourceFiles,
  requireConnector,
  uploadOfKey,
  type ChosenStream,
  type SourceConnectionRow,
} from '../../connections/source-connections/index.ts';

/** Returns everything that people chose about a connection, in an order that depends on nothing else. */
export async function exportConnection(
  db: WorkspaceDb,
  id: string,
  requester: Requester,
): Promise<ConnectionExport> {
  const connection = await getSourceConnection(db, id);
  const connector = requireConnector(connection.connector);
  const { takesUploads } = connector.spec();
  const { schema } = await examine(connector, connection.configuration, requester);
  const fields = Object.keys((schema.properties ?? {}) as object);
  const secrets = (await listSecretFields(db, [id])).get(id) ?? [];
  const files = takesUploads ? await exportedFiles(db, connection) : [];
  return {
    format: EXPORT_FORMAT,
    name: connection.name,
    connector: connection.connector,
    configuration: Object.fromEntries(
      fields.flatMap((field) => {
        const value = ownValue(connection.configuration, field);
        return value === undefined || (takesUploads && field === 'files') ? [] : [[field, value]];
      }),
    ),
    missingSecrets: fields.filter((field) => secrets.includes(field)),
    files: files.map(({ fileName, tableName }) => ({ fileName, tableName })),
    acceptsShrinking: connection.accepts_shrinking,
    changePolicy: connection.change_policy,
    versionsKept: connection.versions_kept,
    versionDays: connection.version_days,
    schedule: await exportedSchedule(db, id),
    streams: exportedStreams(await listChosenStreams(db, id), files),
  };
}

interface File {
  uploadId: string;
  fileName: string;
  tableName: string | null;
}

/** Lists the files with the tables that they were or will be loaded into, in the order of the configuration. */
async function exportedFiles(db: WorkspaceDb, { id, configuration }: SourceConnectionRow): Promise<File[]> {
  const { files } = configuration as { files: { uploadId: string; tableName?: string }[] };
  const wanted = new Map(files.map(({ uploadId, tableName }) => [uploadId, tableName]));
  const found = await listSourceFiles(db, id);
  return found.map(({ uploadId, fileName, tableName }) => ({
    uploadId,
    fileName,
    tableName: tableName ?? wanted.get(uploadId) ?? null,
  }));
}

async function exportedSchedule(db: WorkspaceDb, id: string): Promise<ConnectionExport['schedule']> {
  const choices = await chosenSchedule(db, id);
  if (!choices?.after) return choices && { ...choices, after: null };
  const { sourceConnectionId, ...after } = choices.after;
  const followed = sourceConnectionId === null ? null : await getSourceConnection(db, sourceConnectionId);
  return { ...choices, after: { connection: followed?.name ?? null, ...after } };
}

/** Leaves out streams that are read as if no one had chosen anything. For files, "not selected" is a choice. */
function exportedStreams(
  chosen: readonly (ChosenStream & { deselected: boolean })[],
  files: readonly File[],
): ExportedStream[] {
  const tables = new Map(files.flatMap((file) => (file.tableName ? [[file.uploadId, file.tableName]] : [])));
  return chosen
    .flatMap(({ streamKey, selected, deselected, settings }): ExportedStream[] => {
      const { uploadId, part } = uploadOfKey(streamKey);
      const table = tables.get(uploadId);
      const isChosen =
        selected || (deselected && table) || !isDeepStrictEqual(settings, DEFAULT_STREAM_SETTINGS);
      const ofFile = part === null ? { namespace: null, name: table! } : { namespace: table!, name: part };
      const name = table ? ofFile : nameOf(streamKey);
      return isChosen && name ? [{ ...name, selected, ...inOrder(settings) }] : [];
    })
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

/** Returns undefined for a file that the source no longer has. */
function nameOf(streamKey: string): Pick<ExportedStream, 'namespace' | 'name'> | undefined {
  if (!streamKey.startsWith('[')) return undefined;
  const [namespace, name] = JSON.parse(streamKey) as [string | null, string];
  return { namespace, name };
}

const sortKey = ({ namespace, name }: ExportedStream) => JSON.stringify([namespace, name]);

function inOrder({ masks, rowFilter, ...settings }: ChosenStream['settings']): ChosenStream['settings'] {
  return {
    ...settings,
    rowFilter: rowFilter.map(({ column, operator, values }) => ({ column, operator, values })),
    masks: Object.fromEntries(Object.entries(masks).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
