import type { Failure } from '@headwater/shared/contract';
import type {
  Configuration,
  ConfiguredStream,
  InstallationSettings,
  Rejection,
  StreamColumn,
  StreamState,
  UploadedFile,
} from '@headwater/protocol/protocol';
import type { LogEntry } from '@headwater/protocol/log-entry';
import type { EgressRules } from '@headwater/base/egress';
import type { RowCounts } from '@headwater/warehouse/versions/count-rows';

/** The job of a sync process. This message is the only way in which secrets reach it. */
export interface SyncJob {
  runId: string;
  connector: string;
  configuration: Configuration;
  streams: StreamJob[];
  uploads: Map<string, UploadedFile>;
  egress: EgressRules;
  installation: InstallationSettings;
  temporaryFolder: string;
  idleTimeoutMs: number;
  /** The key of the workspace's masks. */
  maskKey: Uint8Array;
  readAt: Date;
}

export interface StreamJob {
  stream: ConfiguredStream;
  /** The absolute path of the file to fill. */
  stagePath: string;
  /**
   * The absolute path of a file that holds what was read, if the read can be interrupted. It may have been begun by an
   * earlier attempt. Null if an earlier attempt's rows may not be used, or kept.
   */
  readPath: string | null;
  /** An earlier attempt has read a part of the table. Its rows may be gone, or of no use. */
  wasInterrupted: boolean;
  /** Columns of the version that is to be replaced. */
  columnsBefore: StreamColumn[];
  /** Columns that the table keeps without values if they no longer arrive. */
  keptColumns: StreamColumn[];
  /** Fails with `schema_changed` if the source's columns aren't those of the stream. */
  expectsSchema: boolean;
  /** The version that the read builds on. Null if the table is loaded from scratch. */
  base: Base | null;
  /** The state of the version that stays if the source says that nothing has changed. */
  replacedState?: StreamState | null;
}

export interface Base {
  /** The absolute path of its file. */
  path: string;
  /** Null for files from before it was stored. */
  sha256: string | null;
  columns: StreamColumn[];
  /** Null if the stream is read as a whole each time. */
  state: StreamState | null;
}

export type ToSyncProcess = { type: 'start'; job: SyncJob } | { type: 'cancel' };

export type FromSyncProcess =
  | { type: 'progress'; tableName: string; phase: 'reading' | 'loading' | 'checking'; rowsRead: number }
  /** What an earlier attempt of this or another run has read is used: so many rows, or none of them. */
  | { type: 'resumed'; tableName: string; rowsRead: number; runId: string }
  /** The next attempt can go on from here. */
  | { type: 'checkpoint'; tableName: string }
  /** The source makes this table wait. Its next progress ends that. */
  | { type: 'rate_limited'; tableName: string; until: string }
  | { type: 'rejected'; tableName: string; rows: Rejection[] }
  /** The stage file is complete and closed, so it can be committed. */
  | { type: 'staged'; tableName: string; version: StagedVersion }
  | { type: 'incomplete'; tableName: string; failure: Failure }
  | { type: 'log'; entry: LogEntry }
  /** No stream is left. Has a failure if the source as a whole could not be read. */
  | { type: 'done'; failure: Failure | null };

export interface StagedVersion {
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
  /** Rows that the table had already, or that another row with the same key replaces. */
  rowsDeduplicated: number;
  /** Rows that the filter or the cap leaves out, unless the source does that itself. */
  rowsFiltered: number;
  /** Where the next read begins. Null if it reads the whole stream again. */
  state: StreamState | null;
  /** Null if the version that the read builds on has all rows already. */
  file: VersionFile | null;
}

export interface VersionFile extends RowCounts {
  bytes: number;
  sha256: string;
  /** The columns as they are in the file. */
  columns: StreamColumn[];
}
