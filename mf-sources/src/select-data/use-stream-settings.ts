import { ApiError } from '@headwater/shared/api';
import type { StreamSettings, StreamSettingsAttributes } from '@headwater/shared/contract';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { useState } from 'react';
import { catalogQueries, type Catalog, type StreamList } from '../catalog.queries.ts';
import { saveStreamSettings, streamSettingsQuery } from '../stream-settings.queries.ts';
import { useWorkspace } from '../workspace.ts';

export interface SettingsDraft {
  settings: StreamSettings;
  /** The version that the draft is based on. If the server has another one, that is a conflict. */
  version: number;
}

/** Settings that aren't saved yet, by table, so that another table can be opened meanwhile. */
export function useSettingsDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, SettingsDraft>>(new Map());
  const set = (tableName: string, draft: SettingsDraft | null) =>
    setDrafts((before) => {
      const next = new Map(before);
      if (draft) next.set(tableName, draft);
      else next.delete(tableName);
      return next;
    });
  /** Bases all drafts on a version that the same person has just saved, and drops the one that was saved. */
  const rebase = (version: number, saved?: StreamSettings) =>
    setDrafts(
      (before) =>
        new Map(
          [...before]
            .filter(([, draft]) => draft.settings !== saved)
            .map(([tableName, { settings }]) => [tableName, { settings, version }]),
        ),
    );
  return { drafts, set, rebase };
}

export type SettingsDrafts = ReturnType<typeof useSettingsDrafts>;

interface Place {
  sourceConnectionId: string;
  tableName: string;
  list: StreamList;
  drafts: SettingsDrafts;
  /** Called with the connection's new version, because a draft of the selection is still based on the one before. */
  onSaved(version: number): void;
}

/** The settings of a table in its form: what is saved, or a draft from the first change until it is saved or discarded. */
export function useStreamSettings(
  saved: StreamSettingsAttributes,
  { sourceConnectionId, tableName, list, drafts, onSaved }: Place,
) {
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const initial = settingsOf(saved);
  const draft = drafts.drafts.get(tableName);
  const settings = draft?.settings ?? initial;
  const { queryKey } = streamSettingsQuery(organizationId, sourceConnectionId, tableName);
  const save = useMutation({
    mutationFn: ({ version, settings: sent }: SettingsDraft) =>
      saveStreamSettings(organizationId, sourceConnectionId, tableName, version, sent),
    onSuccess: (now, { settings: sent }) => {
      const { version } = now;
      client.setQueryData(queryKey, now);
      const facts = catalogQueries.one(organizationId, sourceConnectionId).queryKey;
      client.setQueryData<Catalog>(facts, (catalog) => catalog && { ...catalog, version });
      const edition = { discoveredAt: list.discoveredAt, version };
      const key = catalogQueries.streams(organizationId, sourceConnectionId, edition).queryKey;
      const streams = list.streams.map((stream) =>
        stream.tableName === tableName ? { ...stream, ...listedOf(now) } : stream,
      );
      client.setQueryData(key, { ...edition, streams });
      onSaved(version);
      // Changes that were made during the request still need to be saved.
      drafts.rebase(version, sent);
      void client.invalidateQueries({ queryKey: ['source_connections', organizationId] });
    },
    onError: (error) => isConflict(error) && client.invalidateQueries({ queryKey }),
  });
  return {
    settings,
    initial,
    isChanged: draft !== undefined && JSON.stringify(draft.settings) !== JSON.stringify(initial),
    change: (change: Partial<StreamSettings>) => {
      if (save.isError && !isConflict(save.error)) save.reset();
      drafts.set(tableName, {
        settings: { ...settings, ...change },
        version: draft?.version ?? saved.version,
      });
    },
    discard: () => {
      drafts.set(tableName, null);
      save.reset();
    },
    /** Saves over the version that the draft is based on. */
    save: () => save.mutate({ settings, version: draft?.version ?? saved.version }),
    /** Saves over the current version, once someone has seen the conflict and decided to. */
    saveOverTheirs: () => save.mutate({ settings, version: saved.version }),
    isSaving: save.isPending,
    error: save.error,
    isConflict: isConflict(save.error),
  };
}

export type StreamSettingsForm = ReturnType<typeof useStreamSettings>;

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

const settingsOf = (saved: StreamSettingsAttributes): StreamSettings => ({
  syncMode: saved.syncMode,
  destinationSyncMode: saved.destinationSyncMode,
  cursorColumn: saved.cursorColumn,
  primaryKey: saved.primaryKey,
  nullCursor: saved.nullCursor,
  overlap: saved.overlap,
  rowFilter: saved.rowFilter,
  startFrom: saved.startFrom,
  rowCap: saved.rowCap,
  masks: saved.masks,
});

/** What the list of tables shows of the settings. */
const listedOf = ({
  syncMode,
  destinationSyncMode,
  cursorColumn,
  primaryKey,
  suggestion,
  masks,
}: StreamSettingsAttributes) => ({
  syncMode,
  destinationSyncMode,
  cursorColumn,
  primaryKey: primaryKey ?? suggestion.primaryKey,
  droppedColumns: Object.values(masks).filter((mask) => mask === 'drop').length,
});
