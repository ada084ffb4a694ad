import {
  newSavedQueryBody,
  queryViewBody,
  queryColumnsDocument,
  queryRestorationBody,
  SAVED_QUERIES_MAX,
  savedQueryChangeBody,
  savedQueryCollection,
  savedQueryDocument,
  savedQueryVersionCollection,
  SEARCH_TEXT_MAX,
  sqlViewDocument,
} from '@headwater/shared/contract';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import type { Workspace } from '../../../http/route-context.ts';
import type { Services } from '../../../http/services.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { indexUses, type TableUse } from '../../ground/dependencies/index.ts';
import { columnsOfSql, kindOfType, secondsFor, usesOfSql } from '../sql/index.ts';
import {
  addViewOfQuery,
  findViewOfQuery,
  followQuery,
  presentSqlView,
  presentView,
  readChecked,
} from '../sql-views/index.ts';
import {
  appendVersion,
  countQueries,
  deleteQuery,
  findQuery,
  isNameTaken,
  listQueries,
  listQueryVersions,
  lockQueries,
  type QueryContent,
  type QueryVersionRow,
} from './saved-queries.repository.ts';
import { presentListedQuery, presentQuery, presentQueryVersion } from './saved-query.presenter.ts';

const QUERIES = '/organizations/:organizationId/saved-queries';
const ONE = `${QUERIES}/:savedQueryId` as const;

const list = defineRoute({
  method: 'GET',
  path: QUERIES,
  summary:
    'The saved queries of the workspace by name, or those with a text in their name, description, or SQL.',
  access: member('data:read'),
  query: Type.Object(
    { search: Type.Optional(Type.String({ maxLength: SEARCH_TEXT_MAX })) },
    { additionalProperties: false },
  ),
  responses: { 200: savedQueryCollection },
  handler: async ({ workspace, query }) => {
    const found = await workspace.transaction((db) => listQueries(db, query.search?.trim() ?? ''));
    return { data: found.map(presentListedQuery), links: { next: null }, meta: { total: found.length } };
  },
});

const create = defineRoute({
  method: 'POST',
  path: QUERIES,
  summary: 'Save a query under a name, also one that doesn’t run yet.',
  access: member('data:edit'),
  body: newSavedQueryBody,
  responses: { 201: savedQueryDocument },
  handler: async (context) => {
    const { workspace, body } = context;
    const content = body.data.attributes;
    const uses = await usesOf(context, content);
    return workspace.transaction(async (db) => {
      await lockQueries(db);
      if ((await countQueries(db)) >= SAVED_QUERIES_MAX)
        throw new Refusal('too_many_saved_queries', { values: { most: SAVED_QUERIES_MAX } });
      const saved = { id: newId('qry'), version: 1, restoredVersion: null };
      return { data: presentQuery(await save(db, context, 'create', saved, content, uses)) };
    });
  },
});

const read = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'A saved query as it was saved last.',
  access: member('data:read'),
  responses: { 200: savedQueryDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => ({ data: presentQuery(await getQuery(db, params.savedQueryId)) })),
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Save a query again, as its next version.',
  access: member('data:edit'),
  body: savedQueryChangeBody,
  takes: 'If-Match',
  responses: { 200: savedQueryDocument },
  handler: async (context) => {
    const { workspace, params, body } = context;
    const before = await workspace.transaction((db) => getSeen(db, context, params.savedQueryId));
    const content = { ...contentOf(before), ...body.data.attributes };
    return saveNext(context, 'update', before, content, null);
  },
});

const restore = defineRoute({
  method: 'POST',
  path: `${ONE}/restorations`,
  summary: 'Save an earlier version of a query again, as its next one. Its name stays.',
  access: member('data:edit'),
  body: queryRestorationBody,
  takes: 'If-Match',
  responses: { 201: savedQueryDocument },
  handler: async (context) => {
    const { workspace, params, body } = context;
    const { version } = body.data.attributes;
    const { before, earlier } = await workspace.transaction(async (db) => ({
      before: await getSeen(db, context, params.savedQueryId),
      earlier: (await listQueryVersions(db, params.savedQueryId)).find((one) => one.version === version),
    }));
    if (!earlier) throw new Refusal('not_found');
    return saveNext(context, 'restore', before, { ...contentOf(earlier), name: before.name }, version);
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a saved query with all its versions.',
  access: member('data:edit'),
  responses: { 204: noContent },
  handler: async (context) => {
    const { workspace, params } = context;
    await workspace.transaction(async (db) => {
      const { saved_query_id: id, name } = await getQuery(db, params.savedQueryId);
      await indexUses(db, { type: 'saved_query', id, name }, []);
      await deleteQuery(db, id);
      await note(db, context, 'delete', { id, name });
    });
    return undefined;
  },
});

const versions = defineRoute({
  method: 'GET',
  path: `${ONE}/versions`,
  summary: 'All versions of a saved query, newest first.',
  access: member('data:read'),
  responses: { 200: savedQueryVersionCollection },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      await getQuery(db, params.savedQueryId);
      const found = await listQueryVersions(db, params.savedQueryId);
      return { data: found.map(presentQueryVersion), links: { next: null }, meta: { total: found.length } };
    }),
});

const columns = defineRoute({
  method: 'GET',
  path: `${ONE}/columns`,
  summary:
    'The columns that the result of a saved query has, and what its parameters are, without running it. Refused with what is wrong, for example a column that is gone.',
  access: member('data:read'),
  responses: { 200: queryColumnsDocument },
  handler: async (context) => {
    const { workspace, params } = context;
    const query = await workspace.transaction((db) => getQuery(db, params.savedQueryId));
    const found = await columnsOfSql(context.services, workspace, query, circumstancesOf(context));
    const attributes = {
      columns: found.columns,
      parameters: found.parameters.map(({ name, type }) => ({ name, kind: kindOfType(type) })),
    };
    return { data: { type: 'query_columns' as const, id: query.saved_query_id, attributes } };
  },
});

const view = defineRoute({
  method: 'POST',
  path: `${ONE}/view`,
  summary:
    'The view of a saved query, which follows it from now on: a table that reports can show. Created unless it is there.',
  access: member('data:edit'),
  body: queryViewBody,
  responses: { 200: sqlViewDocument },
  handler: async (context) => {
    const { workspace, services, params } = context;
    const { query, known } = await workspace.transaction(async (db) => ({
      query: await getQuery(db, params.savedQueryId),
      known: await findViewOfQuery(db, params.savedQueryId),
    }));
    // Its refreshes say what is wrong with the query by now.
    if (known) return { data: presentSqlView(known, workspace) };
    const found = await readChecked(context, query, []);
    const data = await workspace.transaction(async (db) => {
      await lockQueries(db);
      const newest = await getQuery(db, params.savedQueryId);
      const id = await addViewOfQuery(db, context, { ...newest, id: newest.saved_query_id }, found);
      return presentView(db, id, workspace);
    });
    services.viewRefresher.wake();
    return { data };
  },
});

export const savedQueryRoutes = [list, create, read, change, restore, remove, versions, columns, view];

async function getQuery(db: WorkspaceDb, id: string): Promise<QueryVersionRow> {
  const found = await findQuery(db, id);
  if (!found) throw new Refusal('not_found');
  return found;
}

interface Context {
  workspace: Workspace;
  services: Services;
  request: FastifyRequest;
}

/** Returns the query. Throws unless the caller has seen its newest version. */
async function getSeen(db: WorkspaceDb, { request }: Context, id: string): Promise<QueryVersionRow> {
  const found = await getQuery(db, id);
  if (found.version !== expectedVersion(request))
    throw new Refusal('version_conflict', { parameter: 'If-Match' });
  return found;
}

const contentOf = ({ name, description, sql, parameters }: QueryVersionRow): QueryContent => ({
  name,
  description,
  sql,
  parameters,
});

const circumstancesOf = ({ workspace, request }: Context) => ({
  seconds: secondsFor(workspace),
  signal: request.signal,
});

const usesOf = (context: Context, content: QueryContent): Promise<TableUse[]> =>
  usesOfSql(context.services, context.workspace, content, circumstancesOf(context));

/** Looks up what the query uses before the transaction, which would have to wait for it. */
async function saveNext(
  context: Context,
  what: 'update' | 'restore',
  { saved_query_id: id, version }: QueryVersionRow,
  content: QueryContent,
  restoredVersion: number | null,
) {
  const uses = await usesOf(context, content);
  const data = await context.workspace.transaction(async (db) => {
    await lockQueries(db);
    await getSeen(db, context, id);
    const saved = { id, version: version + 1, restoredVersion };
    const query = await save(db, context, what, saved, content, uses);
    await followQuery(db, context, { id, ...content });
    return presentQuery(query);
  });
  context.services.viewRefresher.wake();
  return { data };
}

async function save(
  db: WorkspaceDb,
  context: Context,
  what: 'create' | 'update' | 'restore',
  saved: { id: string; version: number; restoredVersion: number | null },
  content: QueryContent,
  uses: readonly TableUse[],
): Promise<QueryVersionRow> {
  const { id } = saved;
  const { name } = content;
  if (await isNameTaken(db, name, id))
    throw new Refusal('saved_query_name_taken', { pointer: '/data/attributes/name' });
  await appendVersion(db, { ...saved, savedBy: context.workspace.principal.name }, content);
  await indexUses(db, { type: 'saved_query', id, name }, uses);
  await note(db, context, what, { id, name });
  return getQuery(db, id);
}

/** Tells others that the query has changed, and keeps who did it. */
async function note(
  db: WorkspaceDb,
  { workspace, services, request }: Context,
  what: 'create' | 'update' | 'restore' | 'delete',
  { id, name }: { id: string; name: string },
): Promise<void> {
  await audit(db, {
    action: `saved_query.${what}`,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'saved_queries', id },
    request,
    details: { name },
  });
  await services.events.publishIn(db, { type: 'saved_queries', id, sourceConnectionId: null });
}
