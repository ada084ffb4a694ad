import { Type, type Static } from '@sinclair/typebox';
import { EXPORT_FORMAT } from '../tables/export-limits.ts';
import { document, lineText, nullable, object, requestBody, resource, word } from '../ground/json-api.ts';
import { scheduleChoices } from './schedule.ts';
import { configuration } from '../connections/source-connection.ts';
import { streamSettings } from '../connections/stream-settings.ts';
import { SELECTION_MAX, VERSION_DAYS_MAX, VERSIONS_KEPT_MAX } from '../connections/connection-limits.ts';
import { AFTER_ENDS, CHANGE_POLICIES } from '../ground/words.ts';

const name = lineText(80, 1);
const { after: _, ...choices } = scheduleChoices.properties;

/** IDs mean nothing in another workspace, so a schedule names the connection that it follows. */
const exportedSchedule = object({
  ...choices,
  after: nullable(
    object({
      /** Null if that connection has been deleted. */
      connection: nullable(Type.String()),
      when: word(AFTER_ENDS),
      waitMinutes: Type.Integer({ minimum: 0, maximum: 1440 }),
    }),
  ),
});
export type ExportedSchedule = Static<typeof exportedSchedule>;

/** What people chose for a stream. Streams that aren't listed are neither selected nor changed. */
const exportedStream = object({
  /** Null for an uploaded file, whose name is that of its table. */
  namespace: nullable(Type.String({ maxLength: 1000 })),
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  selected: Type.Boolean(),
  ...streamSettings.properties,
});
export type ExportedStream = Static<typeof exportedStream>;

/** The most streams of a source. */
const STREAMS_MAX = 10_000;

/**
 * Everything that people chose about a connection, in a file that can be kept in version control and imported elsewhere.
 * Contains neither secrets nor data.
 */
export const connectionExport = object({
  format: Type.Literal(EXPORT_FORMAT),
  name,
  connector: Type.String(),
  /** Without secrets and files. */
  configuration,
  /** The fields whose secrets have to be entered when it's imported. */
  missingSecrets: Type.Array(Type.String(), { uniqueItems: true, maxItems: 100 }),
  /** The uploaded files that it consists of. They have to be uploaded again. */
  files: Type.Array(
    object({
      fileName: Type.String({ minLength: 1, maxLength: 200 }),
      /** Null if the file hasn't been read yet. */
      tableName: nullable(Type.String({ minLength: 1, maxLength: 120 })),
    }),
    { maxItems: 50 },
  ),
  acceptsShrinking: Type.Boolean(),
  changePolicy: word(CHANGE_POLICIES),
  versionsKept: Type.Integer({ minimum: 1, maximum: VERSIONS_KEPT_MAX }),
  versionDays: Type.Integer({ minimum: 0, maximum: VERSION_DAYS_MAX }),
  /** Null until someone has saved a schedule. */
  schedule: nullable(exportedSchedule),
  streams: Type.Array(exportedStream, { maxItems: STREAMS_MAX }),
});
export type ConnectionExport = Static<typeof connectionExport>;

/** The text of an exported file. A pointer to a fault continues inside it: `/data/attributes/file/streams/3/masks`. */
const file = Type.String({ minLength: 1 });

export const connectionImportPreviewBody = requestBody('connection_import_previews', object({ file }));
const connectionImportPreview = object({
  exported: connectionExport,
  /** How many tables would be synced, if the source has them. */
  selectedTables: Type.Integer({ minimum: 0, maximum: SELECTION_MAX }),
  /** Whether this workspace has exactly one connection with the name of the one that the schedule follows. */
  isFollowedHere: nullable(Type.Boolean()),
});
export type ConnectionImportPreview = Static<typeof connectionImportPreview>;
export const connectionImportPreviewDocument = document(
  resource('connection_import_previews', connectionImportPreview),
);

export const connectionImportBody = requestBody(
  'connection_imports',
  object({
    file,
    name,
    /** The whole configuration, with secrets. A file with the `tableName` of an exported one takes over its settings. */
    configuration,
    connectionCheckId: Type.Optional(Type.String()),
  }),
);
