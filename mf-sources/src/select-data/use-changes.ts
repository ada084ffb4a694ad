import { ApiError } from '@headwater/shared/api';
import type { CatalogStream, StreamSettings, StreamSettingsAttributes } from '@headwater/shared/contract';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { useState } from 'react';
import { catalogQueries, saveSelection, type StreamList } from '../catalog.queries.ts';
import type { SourceConnection } from '../source.queries.ts';
import { streamSettingsQuery } from '../stream-settings.queries.ts';
import { useWorkspace } from '../workspace.ts';
import {
  changeOf,
  changesOf,
  savedSelection,
  withSelection,
  withTables,
  type Selection,
} from './selection.ts';
import {
  changedStream,
  settingsGroups,
  withSettings,
  type SettingsChanges,
  type SettingsEdit,
} from './settings-changes.ts';
import { settingsFor, wayFor, type Intent, type Way } from './ways.ts';

interface Draft {
  selection: Selection;
  settings: SettingsChanges;
  /** The version that the draft is based on. If the server has another one, that is a conflict. */
  version: number;
}

/** Tables that weren't kept as was wanted for all of them. */
export interface Exceptions {
  /** Mirrored by reading all rows, because they have no key or cursor. */
  whole: number;
  /** Left as they were, because they have no key or cursor. */
  unfit: number;
}

const NO_EXCEPTIONS: Exceptions = { whole: 0, unfit: 0 };
const NO_SETTINGS: SettingsChanges = new Map();

/**
 * Which tables are synced, and how each is read and kept: what is saved, or a draft from the first change until all of
 * it is saved or discarded.
 */
export function useChanges(list: StreamList, source: SourceConnection) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [exceptions, setExceptions] = useState(NO_EXCEPTIONS);
  const { streams } = list;
  const saved = (): Draft => ({
    selection: savedSelection(streams),
    settings: NO_SETTINGS,
    version: list.version,
  });
  const { selection, settings } = draft ?? saved();
  const edit = (change: (draft: Draft) => Partial<Draft>) => {
    if (save.isError && !isConflict(save.error)) save.reset();
    setExceptions(NO_EXCEPTIONS);
    setDraft((now) => {
      const before = now ?? saved();
      return { ...before, ...change(before) };
    });
  };

  const save = useSaveDraft(list, source, (sent, version) =>
    // Changes that were made during the request still need to be saved.
    setDraft((now) =>
      now && (now.selection !== sent.selection || now.settings !== sent.settings)
        ? { ...now, version }
        : null,
    ),
  );

  const switched = changesOf(streams, selection);
  return {
    selection,
    settings,
    /** The names of tables that are switched, or have other settings, than is saved. */
    changed: new Set([...switched, ...settings.keys()]),
    switched,
    change: (tables: readonly CatalogStream[], on: boolean) =>
      edit((now) => ({ selection: withTables(now.selection, tables, on) })),
    /** Changes settings of a table. `before` are the saved ones, at least those that change. */
    changeSettings: (tableName: string, change: Partial<StreamSettings>, before: Partial<StreamSettings>) =>
      edit((now) => ({ settings: withSettings(now.settings, [{ tableName, change, saved: before }]) })),
    /** Gives a table of the list a way that fits it. */
    setWay: (stream: CatalogStream, way: Way) =>
      edit((now) => ({ settings: withSettings(now.settings, [wayEdit(now.settings, stream, way)]) })),
    /** Keeps tables in one way, as far as it fits them. */
    keepAs: (tables: readonly CatalogStream[], intent: Intent) => {
      const ways = tables.map((stream) => {
        const way = wayFor(changedStream(stream, settings.get(stream.tableName)), intent);
        return [stream, way] as const;
      });
      edit((now) => ({
        settings: withSettings(
          now.settings,
          ways.flatMap(([stream, way]) => (way === null ? [] : [wayEdit(now.settings, stream, way)])),
        ),
      }));
      setExceptions({
        whole: ways.filter(([, way]) => way !== null && way !== intent).length,
        unfit: ways.filter(([, way]) => way === null).length,
      });
    },
    /** What the last `keepAs` couldn't do, until something else is changed. */
    exceptions,
    discard: () => {
      setDraft(null);
      setExceptions(NO_EXCEPTIONS);
      save.reset();
    },
    /** Takes back the changes of a table's settings. */
    discardSettings: (tableName: string) =>
      edit((now) => {
        const left = new Map(now.settings);
        left.delete(tableName);
        return { settings: left };
      }),
    /** Saves over the version that the draft is based on. */
    save: () => save.mutateAsync(draft ?? saved()),
    /** Saves over the current version, once someone has seen the conflict and decided to. */
    saveOverTheirs: () => save.mutateAsync({ ...(draft ?? saved()), version: list.version }),
    isSaving: save.isPending,
    error: save.error,
    isConflict: isConflict(save.error),
  };
}

export type Changes = ReturnType<typeof useChanges>;

/**
 * Saves a draft, and puts what that has changed into what is fetched already. `onSaved` gets the draft that was sent, and
 * its new version.
 */
function useSaveDraft(
  list: StreamList,
  source: SourceConnection,
  onSaved: (sent: Draft, version: number) => void,
) {
  const { id: sourceConnectionId } = source;
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const { streams } = list;
  const { queryKey } = catalogQueries.one(organizationId, sourceConnectionId);
  return useMutation({
    mutationFn: ({ version, selection: wanted, settings: changed }: Draft) =>
      saveSelection(organizationId, sourceConnectionId, version, {
        ...changeOf(streams, wanted),
        ...(changed.size > 0 && { settings: settingsGroups(streams, changed) }),
      }),
    onSuccess: (catalog, sent) => {
      const { version, discoveredAt } = catalog;
      if (discoveredAt === list.discoveredAt) {
        const now = catalogQueries.streams(organizationId, source, catalog);
        const changed = withSelection(streams, sent.selection).map((stream) =>
          changedStream(stream, sent.settings.get(stream.tableName)),
        );
        client.setQueryData(now.queryKey, { streams: changed, version, discoveredAt });
        // Only the server knows what the save has decided about changes at the source.
        if (streams.some(({ change }) => change !== null))
          void client.invalidateQueries({ queryKey: now.queryKey });
      }
      for (const [tableName, { now }] of sent.settings) {
        const { queryKey: key } = streamSettingsQuery(organizationId, sourceConnectionId, tableName);
        client.setQueryData<{ id: string; type: string } & StreamSettingsAttributes>(
          key,
          (before) => before && { ...before, ...now, version },
        );
      }
      client.setQueryData(queryKey, catalog);
      onSaved(sent, version);
      for (const type of ['source_connections', 'tables'] as const)
        void client.invalidateQueries({ queryKey: liveKey(type, organizationId) });
    },
    onError: (error) => isConflict(error) && client.invalidateQueries({ queryKey }),
  });
}

function wayEdit(settings: SettingsChanges, stream: CatalogStream, way: Way): SettingsEdit {
  const { tableName, syncMode, destinationSyncMode, cursorColumn } = stream;
  const now = changedStream(stream, settings.get(tableName));
  return { tableName, change: settingsFor(now, way), saved: { syncMode, destinationSyncMode, cursorColumn } };
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;
