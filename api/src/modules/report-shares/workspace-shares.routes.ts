import { Type } from '@sinclair/typebox';
import { workspaceShareLinkCollection } from '@headwater/shared/contract';
import { member } from '../../http/access.ts';
import { defineRoute } from '../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../http/paging.ts';
import { countWorkspaceShares, listWorkspaceShares, type SharePosition } from './report-shares.repository.ts';
import { presentListedLink } from './share-link.presenter.ts';

const list = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/share-links',
  summary:
    'The links by which reports of the workspace are shared and that have not expired, newest first, without their tokens.',
  access: member('share_links:read'),
  query: Type.Object(
    { ...pageQuery, search: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: false },
  ),
  responses: { 200: workspaceShareLinkCollection },
  handler: async ({ workspace, query }) => {
    const size = query['page[size]'];
    const cursor = query['page[after]'];
    const before = cursor === undefined ? null : positionOf(cursor);
    const words = (query.search ?? '').split(/\s+/).filter((word) => word !== '');
    return workspace.transaction(async (db) => {
      const found = await listWorkspaceShares(db, words, before, size + 1);
      const page = found.slice(0, size);
      const last = page.at(-1);
      return {
        data: page.map(presentListedLink),
        links: { next: found.length > size && last ? encodeCursor([last.position, last.id]) : null },
        meta: { total: await countWorkspaceShares(db, words) },
      };
    });
  },
});

function positionOf(cursor: string): SharePosition {
  const [position, id] = decodeCursor(cursor, ['int8', 'text']);
  return { position, id };
}

export const workspaceShareRoutes = [list];
