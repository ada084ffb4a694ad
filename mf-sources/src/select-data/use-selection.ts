import { ApiError } from '@headwater/shared/api';
import type { CatalogStream } from '@headwater/shared/contract';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { useState } from 'react';
import { catalogQueries, saveSelection, type StreamList } from '../catalog.queries.ts';
import { useWorkspace } from '../workspace.ts';
import {
  changeOf,
  changesOf,
  savedSelection,
  withSelection,
  withTables,
  type Selection,
} from './selection.ts';

interface Draft {
  selection: Selection;
  /** The version that the draft is based on. If the server has another one, that is a conflict. */
  version: number;
}

/**
 * The selection of tables: the saved one, or a draft from the first change until it is saved or discarded. `onSaved`
 * gets the connection's new version.
 */
export function useSelection(
  list: StreamList,
  sourceConnectionId: string,
  onSaved: (version: number) => void,
) {
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  const { streams } = list;
  const selection = draft?.selection ?? savedSelection(streams);
  const { queryKey } = catalogQueries.one(organizationId, sourceConnectionId);

  const save = useMutation({
    mutationFn: ({ version, selection: wanted }: Draft) =>
      saveSelection(organizationId, sourceConnectionId, version, changeOf(streams, wanted)),
    onSuccess: (saved, { selection: wanted }) => {
      const { version, discoveredAt } = saved;
      if (discoveredAt === list.discoveredAt) {
        const now = catalogQueries.streams(organizationId, sourceConnectionId, saved);
        client.setQueryData(now.queryKey, { streams: withSelection(streams, wanted), version, discoveredAt });
      }
      client.setQueryData(queryKey, saved);
      onSaved(version);
      // Changes that were made during the request still need to be saved.
      setDraft((now) => (now && now.selection !== wanted ? { ...now, version } : null));
      for (const type of ['source_connections', 'tables'])
        void client.invalidateQueries({ queryKey: [type, organizationId] });
    },
    onError: (error) => isConflict(error) && client.invalidateQueries({ queryKey }),
  });
  const saveOver = (version: number) => save.mutateAsync({ version, selection });
  return {
    selection,
    changes: changesOf(streams, selection),
    change: (switched: readonly CatalogStream[], on: boolean) =>
      setDraft({
        selection: withTables(selection, switched, on),
        version: draft?.version ?? list.version,
      }),
    /** Bases the draft on a version that the same person has just saved. */
    rebase: (version: number) => setDraft((now) => now && { ...now, version }),
    discard: () => {
      setDraft(null);
      save.reset();
    },
    /** Saves over the version that the draft is based on. */
    save: () => saveOver(draft?.version ?? list.version),
    /** Saves over the current version, once someone has seen the conflict and decided to. */
    saveOverTheirs: () => saveOver(list.version),
    isSaving: save.isPending,
    error: save.error,
    isConflict: isConflict(save.error),
  };
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;
