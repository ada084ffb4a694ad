import { Type } from '@sinclair/typebox';
import { versionDiffDocument } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { compareVersions } from './compare-versions.ts';
import { findTable } from '../tables.repository.ts';
import { refuseUnmasked } from './version.policy.ts';
import { findKeptVersion, selectReadableVersion, type ReadableVersion } from './versions.repository.ts';

const version = () => Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }));

const getDiff = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/version-diffs',
  summary:
    'How two versions of a table differ: by default, the current one and the one before it. Waits up to 10 seconds for the result; if `diff` is null by then, ask again. The comparison is canceled when nobody has asked for 5 seconds.',
  access: member('data:read'),
  query: Type.Object({ before: version(), after: version() }, { additionalProperties: false }),
  responses: { 200: versionDiffDocument },
  handler: async ({ workspace, params: { sourceConnectionId, tableName }, query, request, services }) => {
    const { tableId, numbers } = await workspace.transaction(async (db) => {
      const table = await findTable(db, sourceConnectionId, tableName);
      if (!table) throw new Refusal('not_found');
      if (table.version === null) throw new Refusal('table_not_synced');
      const { after = table.version, before = after - 1 } = query;
      const numbers = { before, after };
      for (const side of ['before', 'after'] as const) {
        const found = await findKeptVersion(db, table.id, numbers[side]);
        const at = { parameter: side, values: { version: numbers[side] } };
        if (!found) throw new Refusal('version_not_kept', at);
        if (found.damagedAt) throw new Refusal('version_damaged', at);
        if (found.state !== 'current') refuseUnmasked(found, { parameter: side });
      }
      return { tableId: table.id, numbers };
    });
    const read = async (number: number) => {
      const [found] = await workspace.select<ReadableVersion & { token: number | null }>(
        selectReadableVersion(workspace.id, sourceConnectionId, tableName, number),
      );
      // Deleted, or masked, since it was checked above.
      if (!found || found.token === null)
        throw new Refusal('version_not_kept', { values: { version: number } });
      return found;
    };
    const [before, after] = await Promise.all([read(numbers.before), read(numbers.after)]);
    const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
    const compare = (signal: AbortSignal) => compareVersions(services, requester, { before, after }, signal);
    const key = `${tableId}:${before.version}:${after.version}`;
    const diff = await services.diffs.watch(key, compare, request.signal);
    return { data: { type: 'version_diffs' as const, id: key, attributes: { ...numbers, diff } } };
  },
});

export const versionDiffRoutes = [getDiff];
