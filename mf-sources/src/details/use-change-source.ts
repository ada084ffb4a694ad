import { ApiError } from '@headwater/shared/api';
import type { SourceConnectionChange } from '@headwater/shared/contract';
import { useQueryClient } from '@headwater/shared/query';
import { messages } from '../messages.ts';
import { catalogQueries } from '../catalog.queries.ts';
import { changeSource, sourceQueries, type SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/**
 * Changes the version of the connection that is loaded here. After a conflict, the newer version is fetched, so that
 * the next attempt succeeds. The error says so.
 */
export function useChangeSource(source: SourceConnection) {
  const t = messages.use();
  const client = useQueryClient();
  const { organizationId } = useWorkspace();
  const { queryKey } = sourceQueries.one(organizationId, source.id);
  return async (change: SourceConnectionChange) => {
    try {
      const known = client.getQueryData(queryKey) ?? source;
      client.setQueryData(queryKey, await changeSource(organizationId, known, change));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      await client.invalidateQueries({ queryKey });
      const kept = { status: '412', code: 'changed_meanwhile', title: '', detail: t('settings.conflict') };
      throw new ApiError(412, { errors: [kept] }, new Headers());
    }
    // New settings can make the server read the list of tables again.
    void client.invalidateQueries({ queryKey: catalogQueries.one(organizationId, source.id).queryKey });
    await client.invalidateQueries({ queryKey: sourceQueries.list(organizationId).queryKey });
  };
}
