import { ApiError } from '@headwater/shared/api';
import type { CatalogStream } from '@headwater/shared/contract';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { useState } from 'react';
import { catalogQueries, saveSelection, type Catalog } from '../catalog.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { changesOf, savedSelection, withTables, type Selection } from './selection.ts';

interface Draft {
  selection: Selection;
  /** The version that the draft was begun on; another one at the server is a conflict. */
  version: number;
}

/** The choice of tables: what is saved until it is changed, then a draft until that is saved or discarded. */
export function useSelection(catalog: Catalog, sourceConnectionId: string) {
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  const selection = draft?.selection ?? savedSelection(catalog.streams);
  const { queryKey } = catalogQueries.one(organizationId, sourceConnectionId);

  const save = useMutation({
    mutationFn: (version: number) => {
      const names = catalog.streams.map((stream) => stream.tableName).filter((name) => selection.has(name));
      return saveSelection(organizationId, sourceConnectionId, version, names);
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      setDraft(null);
      for (const type of ['source_connections', 'tables'])
        void client.invalidateQueries({ queryKey: [type, organizationId] });
    },
    onError: (error) => isConflict(error) && client.invalidateQueries({ queryKey }),
  });
  return {
    selection,
    changes: changesOf(catalog.streams, selection),
    change: (streams: readonly CatalogStream[], on: boolean) =>
      setDraft({ selection: withTables(selection, streams, on), version: draft?.version ?? catalog.version }),
    discard: () => {
      setDraft(null);
      save.reset();
    },
    /** Saves over the version that the draft was begun on. */
    save: () => save.mutateAsync(draft?.version ?? catalog.version),
    /** Saves over whatever is there now: the answer to a conflict that somebody has seen. */
    saveOverTheirs: () => save.mutateAsync(catalog.version),
    isSaving: save.isPending,
    error: save.error,
    isConflict: isConflict(save.error),
  };
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;
