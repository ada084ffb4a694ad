import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ApiModule } from '../../api-module.ts';
import { AttemptLog } from './attempt-log.ts';
import { logText, readLogPage, type LogPage, type LogQuery } from './log-reader.ts';
import { LogFolders, type LogKey } from './log-segments.ts';

export type { AttemptLog } from './attempt-log.ts';
export type { LogPosition } from './log-reader.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly syncLogs: SyncLogs;
  }
}

const KEPT_DAYS = 30;

/** The logs of runs: a file of JSON lines for each attempt. */
export class SyncLogs {
  readonly folders: LogFolders;

  constructor(root: string) {
    this.folders = new LogFolders(root);
  }

  /** Returns the log of an attempt to write to. One that was interrupted by a restart is continued. */
  attempt(
    key: LogKey & { attempt: number },
    listeners: { onWritten(): void; onError(error: unknown): void },
  ): AttemptLog {
    return new AttemptLog({ folder: () => this.folders.make(key), attempt: key.attempt, ...listeners });
  }

  page(key: LogKey, query: LogQuery): Promise<LogPage> {
    return readLogPage(this.folders.of(key), query);
  }

  /** Gives a run that is a copy of another one the same logs, if there are any. */
  async copy(from: LogKey, to: LogKey): Promise<void> {
    await cp(this.folders.of(from), this.folders.of(to), { recursive: true }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }

  /** Returns all logs of a run as text. */
  text(key: LogKey): Readable {
    return Readable.from(logText(this.folders.of(key)), { objectMode: false });
  }
}

export const syncLogs: ApiModule = {
  name: 'sync-logs',
  needs: [],
  routes: [],
  provide: ({ config }) => ({ syncLogs: new SyncLogs(join(config.dataDirectory, 'sync-logs')) }),
  onConnectionDeleted: ({ syncLogs: logs }, { workspaceId, sourceConnectionId }) =>
    logs.folders.removeConnection(workspaceId, sourceConnectionId),
  onWorkspaceDeleted: ({ syncLogs: logs }, workspaceId) => logs.folders.removeWorkspace(workspaceId),
  nightly: ({ syncLogs: logs }) => logs.folders.removeOlderThan(KEPT_DAYS),
};
