import { queryResultBody, queryResultDocument } from '@headwater/shared/contract';
import { reader } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { computeResult } from './compute-result.ts';

const compute = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results',
  summary:
    'What a query computes of the rows of a version: groups, and measures of each. Nothing is saved. A result has at most 10,000 rows, and says how many there would be.',
  access: reader(),
  body: queryResultBody,
  responses: { 200: queryResultDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { query, version: number, compare, parameters } = body.data.attributes;
    // Other values can bring rows that its scope doesn't have.
    if (parameters && workspace.principal.kind !== 'user') throw new Refusal('token_not_accepted');
    const {
      tableId,
      zone: _zone,
      ...attributes
    } = await computeResult(
      services,
      workspace,
      { ...params, number, query, compare, parameters, pointer: '/data/attributes/query' },
      request.signal,
    );
    const id = `${tableId}:${attributes.version}`;
    return { data: { type: 'query_results' as const, id, attributes } };
  },
});

export const queryResultRoutes = [compute];
