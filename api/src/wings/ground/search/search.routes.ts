import { Type } from '@sinclair/typebox';
import { SEARCH_TEXT_MAX, searchResultDocument, type SearchHit } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { hitsFor } from './search.query.ts';

/** Writes a time that the database has written as JSON as the API does. */
const momentOf = (time: string | null) => time && new Date(time).toISOString();

const search = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/search',
  summary:
    'The connections, tables, columns, reports, saved queries, and service accounts whose names have every word of a text, the best of each.',
  access: member('data:read'),
  query: Type.Object(
    { 'filter[text]': Type.String({ maxLength: SEARCH_TEXT_MAX, default: '' }) },
    { additionalProperties: false },
  ),
  responses: { 200: searchResultDocument },
  handler: async ({ workspace, query }) => {
    const words = query['filter[text]'].split(/\s+/).filter((word) => word !== '');
    const found = words.length === 0 ? [] : await workspace.select<SearchHit>(hitsFor(workspace.id, words));
    const hits = found.map((hit) => ({
      ...hit,
      nextRunAt: momentOf(hit.nextRunAt),
      changedAt: momentOf(hit.changedAt),
    }));
    return { data: { type: 'search_results' as const, id: workspace.id, attributes: { hits } } };
  },
});

export const searchRoutes = [search];
