import { Type } from '@sinclair/typebox';
import {
  newToolSetupBody,
  toolSetupChangeBody,
  toolSetupCollection,
  toolSetupDocument,
} from '@headwater/shared/contract';
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
import { indexUses } from '../../ground/dependencies/index.ts';
import { listTableNames } from '../../tables/tables/index.ts';
import { presentSetup } from './tool-run.presenter.ts';
import { lastRuns } from './tool-runs.repository.ts';
import {
  deleteSetup,
  findSetup,
  insertSetup,
  listSetups,
  listSetupsLastRun,
  lockSetups,
  updateSetup,
} from './tool-setups.repository.ts';
import type { TableToRead, ToolConfig } from './tools.ts';

const SETUPS = '/organizations/:organizationId/tools/:toolSlug/setups';
const ONE = `${SETUPS}/:toolSetupId` as const;

/** How many setups a tool can have in a workspace. */
const SETUPS_MAX = 200;

const list = defineRoute({
  method: 'GET',
  path: SETUPS,
  summary: 'What members have set up in a tool, by name, with the last run of each.',
  access: member('data:read'),
  query: Type.Object(
    { 'filter[table]': Type.Optional(Type.String({ maxLength: 40 })) },
    { additionalProperties: false },
  ),
  responses: { 200: toolSetupCollection },
  handler: async ({ workspace, params, query, services }) => {
    const { slug } = services.tools.get(params.toolSlug);
    return workspace.transaction(async (db) => {
      const found = await listSetups(db, slug, query['filter[table]'] ?? null);
      const runs = await lastRuns(
        db,
        found.map(({ id }) => id),
      );
      const data = found.map((setup) => presentSetup(setup, runs.get(setup.id)));
      return { data, links: { next: null }, meta: { total: data.length } };
    });
  },
});

/** How many setups of all tools are listed. */
const LAST_RUN_MAX = 10;

const lastRun = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/tool-setups',
  summary: `What members have set up in any tool, those that ran last first, ${LAST_RUN_MAX} at most.`,
  access: member('data:read'),
  responses: { 200: toolSetupCollection },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const found = await listSetupsLastRun(db, LAST_RUN_MAX);
      const runs = await lastRuns(
        db,
        found.map(({ id }) => id),
      );
      const data = found.map((setup) => presentSetup(setup, runs.get(setup.id)));
      return { data, links: { next: null }, meta: { total: data.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: SETUPS,
  summary:
    'Save what a tool is set up to do, under a name. It can run by itself after each sync of its tables.',
  access: member('data:edit'),
  body: newToolSetupBody,
  responses: { 201: toolSetupDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { slug } = services.tools.get(params.toolSlug);
    const { name, config, afterSync } = body.data.attributes;
    return workspace.transaction(async (db) => {
      await lockSetups(db);
      const others = await listSetups(db, slug);
      if (others.length >= SETUPS_MAX) throw new Refusal('too_many_setups', { values: { most: SETUPS_MAX } });
      const setup = { name, config, afterSync };
      const tables = await requireSavable(db, services, slug, setup, others);
      const id = newId('tsu');
      await insertSetup(db, id, slug, { ...setup, tableIds: idsOf(tables) });
      await indexSetup(db, { id, name }, tables);
      await note({ db, workspace, services, request }, 'create', { id, name });
      return present(db, slug, id);
    });
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Rename a setup, change what it does, or whether it runs after each sync.',
  access: member('data:edit'),
  body: toolSetupChangeBody,
  takes: 'If-Match',
  responses: { 200: toolSetupDocument },
  handler: async ({ workspace, params: { toolSlug, toolSetupId: id }, body, request, services }) => {
    const { slug } = services.tools.get(toolSlug);
    return workspace.transaction(async (db) => {
      await lockSetups(db);
      const saved = await findSetup(db, slug, id);
      if (!saved) throw new Refusal('not_found');
      if (saved.version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const others = (await listSetups(db, slug)).filter((other) => other.id !== id);
      const { name, config, after_sync: afterSync } = saved;
      const setup = { name, config, afterSync, ...body.data.attributes };
      const tables = await requireSavable(db, services, slug, setup, others);
      await updateSetup(db, id, { ...setup, tableIds: idsOf(tables) });
      await indexSetup(db, { id, name: setup.name }, tables);
      await note({ db, workspace, services, request }, 'update', { id, name: setup.name });
      return present(db, slug, id);
    });
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a setup with the history of its runs.',
  access: member('data:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params: { toolSlug, toolSetupId: id }, request, services }) => {
    const { slug } = services.tools.get(toolSlug);
    await workspace.transaction(async (db) => {
      const saved = await findSetup(db, slug, id);
      if (!saved) throw new Refusal('not_found');
      await indexSetup(db, saved, []);
      await deleteSetup(db, id);
      await note({ db, workspace, services, request }, 'delete', { id, name: saved.name });
    });
    return undefined;
  },
});

export const toolSetupRoutes = [list, lastRun, create, change, remove];

async function present(db: WorkspaceDb, slug: string, id: string) {
  return { data: presentSetup((await findSetup(db, slug, id))!, (await lastRuns(db, [id])).get(id)) };
}

/**
 * Throws unless the setup could run now and has a name of its own. Returns the tables that it reads in their current
 * versions.
 */
async function requireSavable(
  db: WorkspaceDb,
  { tools, toolRuns }: Services,
  slug: string,
  { name, config }: { name: string; config: ToolConfig },
  others: readonly { name: string }[],
): Promise<TableToRead[]> {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal('setup_name_taken', { pointer: '/data/attributes/name' });
  await toolRuns.requireRunnable(db, slug, config);
  return tools
    .get(slug)
    .tablesOf(config)
    .filter(({ version }) => version === undefined);
}

const idsOf = (tables: readonly TableToRead[]) => tables.map(({ tableId }) => tableId);

/** Stores which columns the setup uses. A version that it names stays as it is, whatever changes at the source. */
async function indexSetup(
  db: WorkspaceDb,
  { id, name }: { id: string; name: string },
  tables: readonly TableToRead[],
): Promise<void> {
  const names = await listTableNames(db, idsOf(tables));
  await indexUses(
    db,
    { type: 'tool_setup', id, name },
    names.map(({ id: tableId, sourceConnectionId, tableName }) => ({
      sourceConnectionId,
      tableName,
      columns: tables.flatMap((table) => (table.tableId === tableId ? table.columns : [])),
    })),
  );
}

interface MemberChange {
  db: WorkspaceDb;
  workspace: Workspace;
  services: Services;
  request: FastifyRequest;
}

/** Tells others that the setups have changed, and keeps who did it. */
async function note(
  { db, workspace, services, request }: MemberChange,
  what: 'create' | 'update' | 'delete',
  { id, name }: { id: string; name: string },
): Promise<void> {
  await audit(db, {
    action: `tool_setup.${what}`,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'tool_setups', id },
    request,
    details: { name },
  });
  await services.toolRuns.publish(db, id);
}
