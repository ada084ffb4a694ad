import { Type } from '@sinclair/typebox';
import { SEARCH_TEXT_MAX, workspaceShareLinkCollection } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { newestFirst, pageOf, pageQuery } from '../../../http/paging.ts';
import { countWorkspaceShares, listWorkspaceShares } from './report-shares.repository.ts';
import { presentListedLink } from './share-link.presenter.ts';

const list = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/share-links',
  summary:
    'The links by which reports of the workspace are shared and that have not expired, newest first, without their tokens.',
  access: member('share_links:read'),
  query: Type.Object(
    { ...pageQuery, search: Type.Optional(Type.String({ maxLength: SEARCH_TEXT_MAX })) },
    { additionalProperties: false },
  ),
  responses: { 200: workspaceShareLinkCollection },
  handler: async ({ workspace, query }) => {
    const size = query['page[size]'];
    const before = newestFirst(query['page[after]']);
    const words = (query.search ?? '').split(/\s+/).filter((word) => word !== '');
    return workspace.transaction(async (db) => {
      const { page, next } = pageOf(await listWorkspaceShares(db, words, before, size + 1), size);
      return {
        data: page.map(presentListedLink),
        links: { next },
        meta: { total: await countWorkspaceShares(db, words) },
      };
    });
  },
});

export const workspaceShareRoutes = [list];
