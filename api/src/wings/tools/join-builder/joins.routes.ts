import {
  joinKeyBody,
  joinKeyDocument,
  joinMatchBody,
  joinMatchDocument,
  type SuggestedKey,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { readingTables } from '../built-queries/index.ts';
import { joinBuilder, matchesRequest } from './join-builder.ts';
import { keyCandidates, rankedKeys } from './key-candidates.ts';

/** How many rows are looked at to find out which values two columns share. */
const ROWS_LOOKED_AT = 10_000;
const CANDIDATES_MAX = 12;
const SUGGESTED_MAX = 5;

const suggest = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/join-keys',
  summary:
    'By which columns a table could be joined to others, the likeliest first: what names, kinds, and up to 10,000 values say. Nothing is saved.',
  access: member('data:read'),
  body: joinKeyBody,
  responses: { 200: joinKeyDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { tables, tableId } = body.data.attributes;
    const asked = [...tables, tableId].map((id) => ({ tableId: id }));
    const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
    const keys = await readingTables(services, workspace, asked, async (found) => {
      const joined = found.at(-1)!;
      const candidates = keyCandidates(found.slice(0, -1), joined, CANDIDATES_MAX);
      const looked: SuggestedKey[] = [];
      for (const [at, pairs] of Map.groupBy(candidates, ({ table }) => table)) {
        const overlaps = await services.queries.run(
          {
            kind: 'key_overlaps',
            ...{ file: found[at]!.file, other: joined.file, pairs, rows: ROWS_LOOKED_AT },
          },
          requester,
          request.signal,
        );
        for (const [n, { left, right, reason }] of pairs.entries())
          looked.push({
            left: { table: at, column: left.name },
            ...{ right: right.name, reason, ...overlaps[n]! },
          });
      }
      return rankedKeys(looked, SUGGESTED_MAX);
    });
    return { data: { type: 'join_keys' as const, id: tableId, attributes: { keys } } };
  },
});

const match = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/join-matches',
  summary: 'How many rows of tables find partners in each other, exactly. Nothing is saved.',
  access: member('data:read'),
  body: joinMatchBody,
  responses: { 200: joinMatchDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { config } = body.data.attributes;
    await workspace.transaction((db) => services.toolRuns.requireRunnable(db, joinBuilder.slug, config));
    const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
    const matches = await readingTables(services, workspace, joinBuilder.tablesOf(config), (tables) =>
      services.queries.run(matchesRequest(config, tables), requester, request.signal),
    );
    return { data: { type: 'join_matches' as const, id: config.tableId, attributes: { matches } } };
  },
});

export const joinRoutes = [suggest, match];
