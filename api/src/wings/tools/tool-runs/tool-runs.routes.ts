import { Type } from '@sinclair/typebox';
import {
  newToolRunBody,
  toolRunCancellationBody,
  toolRunCollection,
  toolRunDocument,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../http/paging.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { presentListedRun, presentRun } from './tool-run.presenter.ts';
import { cancelRun, countRuns, findRun, listRuns, listRunTables } from './tool-runs.repository.ts';
import { findSetup } from './tool-setups.repository.ts';
import type { Tool, ToolConfig } from './tools.ts';

const RUNS = '/organizations/:organizationId/tools/:toolSlug/runs';
const ONE = `${RUNS}/:toolRunId` as const;

const list = defineRoute({
  method: 'GET',
  path: RUNS,
  summary: "A tool's runs, newest first: all of them, those of a setup, or those that have read a table.",
  access: member('data:read'),
  query: Type.Object(
    {
      ...pageQuery,
      'filter[setup]': Type.Optional(Type.String({ maxLength: 40 })),
      'filter[table]': Type.Optional(Type.String({ maxLength: 40 })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: toolRunCollection },
  handler: async ({ workspace, params, query, services }) => {
    const { slug } = services.tools.get(params.toolSlug);
    const size = query['page[size]'];
    const before = placeOf(query['page[after]']);
    const filter = { setupId: query['filter[setup]'], tableId: query['filter[table]'] };
    return workspace.transaction(async (db) => {
      const found = await listRuns(db, slug, { ...filter, before, limit: size + 1 });
      const page = found.slice(0, size);
      const last = page.at(-1);
      const isCut = found.length > size && last;
      return {
        data: page.map(presentListedRun),
        links: { next: isCut ? encodeCursor([last.created_at.getTime(), last.id]) : null },
        meta: { total: await countRuns(db, slug, filter) },
      };
    });
  },
});

/** The latest time that both JavaScript and PostgreSQL know. */
const LATEST_MS = 8.64e15;

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return null;
  const [time, id] = decodeCursor(cursor, ['int8', 'text']);
  if (time > LATEST_MS) throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
  return { createdAt: time, id };
}

const create = defineRoute({
  method: 'POST',
  path: RUNS,
  summary:
    'Run a setup, or a config that isn’t saved, in the background. Changes nothing in the tables. `isSample` tries it on a part of the rows.',
  access: member('data:edit'),
  body: newToolRunBody,
  responses: { 202: toolRunDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const tool = services.tools.get(params.toolSlug);
    const { setupId = null, config, isSample } = body.data.attributes;
    return workspace.transaction(async (db) => {
      const chosen = config ?? (await configOf(db, tool, setupId));
      if (config && setupId !== null) await configOf(db, tool, setupId);
      await services.toolRuns.requireRunnable(db, tool.slug, chosen);
      const { principal } = workspace;
      const id = await services.toolRuns.begin(db, {
        ...{ tool: tool.slug, setupId, config: chosen, isSample },
        startedBy: { id: principal.id, name: principal.name },
      });
      await audit(db, {
        action: 'tool_run.start',
        ...about(id, workspace),
        request,
        details: { tool: tool.slug },
      });
      return present(db, tool, id);
    });
  },
});

const getOne = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'A run, with what it has found and the versions that it has read.',
  access: member('data:read'),
  responses: { 200: toolRunDocument },
  handler: async ({ workspace, params: { toolSlug, toolRunId }, services }) => {
    const tool = services.tools.get(toolSlug);
    return workspace.transaction((db) => present(db, tool, toolRunId));
  },
});

const cancel = defineRoute({
  method: 'POST',
  path: `${ONE}/cancellations`,
  summary: 'Cancel a run that isn’t over.',
  access: member('data:edit'),
  body: toolRunCancellationBody,
  responses: { 202: toolRunDocument },
  handler: async ({ workspace, params: { toolSlug, toolRunId: id }, request, services }) => {
    const tool = services.tools.get(toolSlug);
    const canceled = await workspace.transaction(async (db) => {
      await present(db, tool, id);
      if (!(await cancelRun(db, id))) throw new Refusal('tool_run_ended');
      await services.toolRuns.publish(db, id);
      await audit(db, {
        action: 'tool_run.cancel',
        ...about(id, workspace),
        request,
        details: { tool: tool.slug },
      });
      return present(db, tool, id);
    });
    services.toolRuns.cancel(id);
    return canceled;
  },
});

export const toolRunRoutes = [list, create, getOne, cancel];

const about = (id: string, { id: workspaceId, principal }: { id: string; principal: { id: string } }) => ({
  actorId: principal.id,
  workspaceId,
  subject: { type: 'tool_runs', id },
});

/** Returns what a setup does. Throws if there is none with this ID, or none was named. */
async function configOf(db: WorkspaceDb, { slug }: Tool, setupId: string | null): Promise<ToolConfig> {
  if (setupId === null) throw new Refusal('field_required', { pointer: '/data/attributes/config' });
  const setup = await findSetup(db, slug, setupId);
  if (!setup)
    throw new Refusal('field_invalid', {
      pointer: '/data/attributes/setupId',
      values: { fault: 'is unknown' },
    });
  return setup.config;
}

async function present(db: WorkspaceDb, tool: Tool, id: string) {
  const found = await findRun(db, tool.slug, id);
  if (!found) throw new Refusal('not_found');
  return { data: presentRun(found, await listRunTables(db, id), tool) };
}
