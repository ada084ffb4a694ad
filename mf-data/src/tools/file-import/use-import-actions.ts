import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import type { SourceConnection } from '../../source.queries.ts';
import {
  importQueries,
  cancelImport,
  changeImport,
  discardImport,
  readFiles,
  startImport,
  type Keeping,
  type Stream,
} from './import.queries.ts';

/** What changes an import. What is known about it is fetched again afterward, also after a refusal. */
export function useImportActions(organizationId: string, source: SourceConnection) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const after = {
    onError: (error: Error) => void toast.error(errorText(error)),
    onSettled: () =>
      Promise.all(
        (['source_connections', 'catalogs', 'sync_runs'] as const).map((type) =>
          client.invalidateQueries({ queryKey: liveKey(type, organizationId) }),
        ),
      ),
  };
  return {
    read: useMutation({ mutationFn: () => readFiles(organizationId, source.id), ...after }),
    change: useMutation({
      mutationFn: (configuration: Record<string, unknown>) =>
        changeImport(organizationId, source, configuration),
      ...after,
    }),
    start: useMutation({
      mutationFn: ({ streams, keeping }: { streams: readonly Stream[]; keeping: Keeping }) =>
        startImport(organizationId, source, streams, keeping),
      ...after,
    }),
    cancel: useMutation({
      mutationFn: (runId: string) => cancelImport(organizationId, source, runId),
      ...after,
    }),
    /** Its page is left first, because the server's event would make it fetch what is gone. */
    discard: useMutation({
      mutationFn: () => discardImport(organizationId, source),
      onError: after.onError,
      onSettled: () => client.invalidateQueries({ queryKey: importQueries.list(organizationId).queryKey }),
    }),
  };
}
