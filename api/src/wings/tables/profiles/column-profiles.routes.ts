import { Type } from '@sinclair/typebox';
import {
  columnProfileDocument,
  profileRequestBody,
  tableProfileDocument,
  type ColumnProfileAttributes,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import type { Workspace } from '../../../http/route-context.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { presentColumn } from '../../connections/source-connections/index.ts';
import {
  readingVersion,
  selectReadableVersion,
  versionParameter,
  type ReadableVersion,
} from '../tables/index.ts';
import { listedFacts } from './column-profiles.presenter.ts';
import { findProfile, findProfileBefore, listColumns, requestProfile } from './column-profiles.repository.ts';

const TABLE = '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName';

const getProfile = defineRoute({
  method: 'GET',
  path: `${TABLE}/profile`,
  summary:
    'What is known about the columns of a version, by default the current one, which is always profiled.',
  access: member('data:read'),
  query: Type.Object(versionParameter, { additionalProperties: false }),
  responses: { 200: tableProfileDocument },
  handler: async ({ workspace, params, query, services }) =>
    readingVersion(workspace, { ...params, number: query.version, parameter: 'version' }, async (version) => {
      const found = await profileOf(workspace, version);
      if (found.data.attributes.state === 'queued') services.profiler.expect(version.tableId);
      return found;
    }),
});

const request = defineRoute({
  method: 'POST',
  path: `${TABLE}/profiles`,
  summary: 'Have a version profiled that has no profile yet, or try again what failed.',
  access: member('data:read'),
  body: profileRequestBody,
  responses: { 202: tableProfileDocument },
  handler: async ({ workspace, params, body, request: http, services }) => {
    const number = body.data.attributes.version;
    return readingVersion(workspace, { ...params, number, parameter: 'version' }, async (version) => {
      await workspace.transaction(async (db) => {
        await requestProfile(db, version.tableId, version.version);
        await audit(db, {
          action: 'table.profile',
          actorId: workspace.principal.id,
          workspaceId: workspace.id,
          subject: { type: 'tables', id: version.tableId },
          request: http,
          details: { version: number },
        });
      });
      services.profiler.wake();
      return profileOf(workspace, version);
    });
  },
});

const getColumn = defineRoute({
  method: 'GET',
  path: `${TABLE}/column-profile`,
  summary: 'All that is known about a column of a version, and what was known before it.',
  access: member('data:read'),
  query: Type.Object(
    { ...versionParameter, column: Type.String({ maxLength: 1_000 }) },
    { additionalProperties: false },
  ),
  responses: { 200: columnProfileDocument },
  handler: async ({ workspace, params, query }) =>
    readingVersion(workspace, { ...params, number: query.version, parameter: 'version' }, async (version) => {
      const column = version.columns.find(({ name }) => name === query.column);
      if (!column)
        throw new Refusal('query_column_unknown', { parameter: 'column', values: { column: query.column } });
      const { profile, stored, earlier } = await workspace.transaction(async (db) => {
        const profile = await findProfile(db, version.tableId, version.version);
        const [stored] = await listColumns(db, version.tableId, version.version, column.name);
        return { profile, stored, earlier: await findProfileBefore(db, version.tableId, version.version) };
      });
      const attributes: ColumnProfileAttributes = {
        version: version.version,
        column: presentColumn(column),
        rows: profile.sampledRows ?? version.rows,
        facts: stored?.facts ?? null,
        fault: stored?.fault ?? null,
        before: earlier === null ? null : await before(workspace, params, earlier, column.name),
      };
      const id = `${version.tableId}:${version.version}:${column.name}`;
      return { data: { type: 'column_profiles' as const, id, attributes } };
    }),
});

async function profileOf(workspace: Workspace, { tableId, version, rows, columns }: ReadableVersion) {
  const { profile, stored } = await workspace.transaction(async (db) => ({
    profile: await findProfile(db, tableId, version),
    stored: await listColumns(db, tableId, version),
  }));
  const byName = new Map(stored.map((column) => [column.name, column]));
  const attributes = {
    ...profile,
    version,
    rows,
    profiledAt: profile.profiledAt?.toISOString() ?? null,
    columns: columns.map((column) => {
      const found = byName.get(column.name);
      return {
        ...presentColumn(column),
        facts: found?.facts ? listedFacts(found.facts) : null,
        fault: found?.fault ?? null,
      };
    }),
  };
  return { data: { type: 'table_profiles' as const, id: `${tableId}:${version}`, attributes } };
}

/** Returns what an earlier version's profile says, if that version may still be read. */
async function before(
  workspace: Workspace,
  { sourceConnectionId, tableName }: { sourceConnectionId: string; tableName: string },
  number: number,
  name: string,
): Promise<ColumnProfileAttributes['before']> {
  const [found] = await workspace.select<ReadableVersion & { token: number | null }>(
    selectReadableVersion(workspace.id, sourceConnectionId, tableName, number),
  );
  const column = found?.columns?.find((one) => one.name === name);
  if (!found || found.token === null || !column) return null;
  const { stored, profile } = await workspace.transaction(async (db) => ({
    stored: await listColumns(db, found.tableId, number, name),
    profile: await findProfile(db, found.tableId, number),
  }));
  const facts = stored[0]?.facts;
  if (!facts) return null;
  return { version: number, rows: profile.sampledRows ?? found.rows, type: column.type, facts };
}

export const columnProfileRoutes = [getProfile, request, getColumn];
