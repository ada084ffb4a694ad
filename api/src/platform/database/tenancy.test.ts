import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { TestApi } from '../../../test-support/test-api.ts';
import { queriesOf } from './database.ts';
import { newId } from './ids.ts';
import { installationTransaction } from './installation-db.ts';
import { workspaceSelect, workspaceTransaction } from './workspace-db.ts';

const api = await TestApi.open();
const a = await api.workspace('Workspace of A');
const b = await api.workspace('Workspace of B');
after(api.close);

describe('row-level security', () => {
  test('shows nothing if no workspace is set', async () => {
    const queries = queriesOf(api.database);
    assert.deepEqual(await queries.selectFrom('organizations').selectAll().execute(), []);
    assert.deepEqual(await queries.selectFrom('memberships').selectAll().execute(), []);
    await assert.rejects(
      queries
        .insertInto('organizations')
        .values({ id: newId('org'), name: 'x', created_by: null })
        .execute(),
      /row-level security/,
    );
  });

  test('shows a workspace only its own rows', async () => {
    const seen = await workspaceTransaction(api.database, a.id, (db) =>
      db.selectFrom('organizations').select('id').execute(),
    );
    assert.deepEqual(seen, [{ id: a.id }]);
  });

  test('lets no one write rows of another workspace', async () => {
    const membership = { workspace_id: b.id, user_id: a.admin.userId, role: 'admin' as const };
    await assert.rejects(
      workspaceTransaction(api.database, a.id, (db) =>
        db.insertInto('memberships').values(membership).execute(),
      ),
      /row-level security/,
    );
    await assert.rejects(
      workspaceTransaction(api.database, a.id, (db) =>
        db.updateTable('memberships').set({ workspace_id: b.id }).execute(),
      ),
      /row-level security/,
    );
    const deleted = await workspaceTransaction(api.database, a.id, (db) =>
      db.deleteFrom('memberships').where('workspace_id', '=', b.id).executeTakeFirst(),
    );
    assert.equal(deleted.numDeletedRows, 0n);
  });

  test('forgets the workspace when the transaction ends', async () => {
    const queries = queriesOf(api.database);
    await Promise.all(
      Array.from({ length: 30 }, () =>
        workspaceTransaction(api.database, a.id, async (db) => sql`select 1`.execute(db)),
      ),
    );
    const left = await Promise.all(
      Array.from({ length: 30 }, () => queries.selectFrom('organizations').selectAll().execute()),
    );
    assert.equal(left.flat().length, 0);
  });

  test('applies to a single read from its beginning, and its scope is forgotten afterwards', async () => {
    const queries = queriesOf(api.database);
    const read = (id: string) =>
      workspaceSelect<{ id: string }>(api.database, id, sql`select id from organizations order by id desc`);
    for (let round = 0; round < 20; round += 1) {
      const [ofA, ofB, outside] = await Promise.all([
        read(a.id),
        read(b.id),
        queries.selectFrom('organizations').selectAll().execute(),
      ]);
      assert.deepEqual([ofA, ofB, outside], [[{ id: a.id }], [{ id: b.id }], []]);
    }
  });

  test('accepts only the ID of a workspace', () => {
    for (const id of ['*', '', 'org_', `${a.id}'`, newId('src')]) {
      assert.throws(
        () => workspaceTransaction(api.database, id, async () => undefined),
        /Not a workspace ID/,
      );
      assert.throws(() => workspaceSelect(api.database, id, sql`select 1`), /Not a workspace ID/);
    }
  });

  test('applies to the role that queries run as', async () => {
    const { rows } = await sql<{ name: string; over: boolean }>`
      select rolname as name, rolsuper or rolbypassrls as over from pg_roles where rolname = current_user`.execute(
      queriesOf(api.database),
    );
    assert.deepEqual(rows, [{ name: 'headwater_app', over: false }]);
  });

  test('lets an installation transaction see all workspaces', async () => {
    const seen = await installationTransaction(api.database, (db) =>
      db.selectFrom('organizations').select('id').execute(),
    );
    assert.deepEqual(seen.map(({ id }) => id).sort(), [a.id, b.id].sort());
  });
});

/** Tables outside any workspace, and why. */
const WITHOUT_WORKSPACE: Record<string, string> = {
  users: 'people belong to several workspaces',
  sessions: 'a session opens all workspaces of its user',
  login_failures: 'counted before it is known who it is',
  organizations: 'the workspace itself; its id is the key',
  analytics_events: 'some happen before there is a workspace',
  account_codes: 'belongs to a user',
  sign_up_invitations: 'sent before there is a user',
  user_identities: 'belongs to a user',
  google_attempts: 'begun before it is known who it is',
  demo_codes: 'belongs to the installation',
  audit_events: 'some happen outside any workspace; a workspace sees only its own',
  key_checks: 'belongs to the installation',
  kysely_migration: 'belongs to the schema',
  kysely_migration_lock: 'belongs to the schema',
};

describe('every table', () => {
  interface Table {
    name: string;
    hasWorkspace: boolean;
    leadsKey: boolean;
    isProtected: boolean;
  }
  const tables = api.sql<Table>(`
    select
      relname as name,
      workspace.attnum is not null as "hasWorkspace",
      coalesce(primary_key.conkey[1] = workspace.attnum, false) as "leadsKey",
      relrowsecurity and relforcerowsecurity
        and exists (select from pg_policy where polrelid = pg_class.oid and polqual is not null and polwithcheck is not null)
        as "isProtected"
    from pg_class
      left join pg_attribute as workspace on workspace.attrelid = pg_class.oid and workspace.attname = 'workspace_id'
      left join pg_constraint as primary_key on primary_key.conrelid = pg_class.oid and primary_key.contype = 'p'
    where relkind = 'r' and relnamespace = 'public'::regnamespace`);

  test('has workspace_id, or a reason not to', async () => {
    const without = (await tables).filter(
      ({ name, hasWorkspace }) => !hasWorkspace || name in WITHOUT_WORKSPACE,
    );
    assert.deepEqual(without.map(({ name }) => name).sort(), Object.keys(WITHOUT_WORKSPACE).sort());
  });

  test('with workspace_id begins its key with it and is under row-level security', async () => {
    const wanting = (await tables).filter(
      ({ name, leadsKey, isProtected }) => !(name in WITHOUT_WORKSPACE) && !(leadsKey && isProtected),
    );
    assert.deepEqual(wanting, []);
    assert.equal((await tables).find(({ name }) => name === 'organizations')?.isProtected, true);
  });

  test('with workspace_id refers to other such tables by composite keys', async () => {
    const loose = await api.sql(`
      select conrelid::regclass::text as "table", pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint
        join pg_attribute as target on target.attrelid = confrelid and target.attname = 'workspace_id'
      where contype = 'f'
        and connamespace = 'public'::regnamespace
        and not target.attnum = any (confkey)`);
    assert.deepEqual(loose, []);
  });
});

describe('access beyond a single workspace', () => {
  const source = new URL('../../', import.meta.url).pathname;
  const importersOf = (pattern: RegExp) =>
    readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => pattern.test(readFileSync(join(source, file), 'utf8')))
      .map((file) => relative('.', file));

  test('installation-db.ts is for accounts, the audit, analytics, the superuser area, the operator, housekeeping, leases, schedules, discoveries, profiles of tables, views, tools after syncs, tokens, shared reports, deleted workspaces, due deliveries of reports, due alerts, the tables of runs, and version files', () => {
    const allowed =
      /^(cli|platform)\/|^wings\/(people\/(identity|google|superuser|analytics|profile)|ground\/(housekeeping|audit)|samples\/demo)\/|^wings\/(connections\/source-connections\/catalog\/discoveries|tables\/(tables\/versions\/expire-and-verify-versions|profiles\/open-profiles)|syncs\/(runs\/leases|schedules\/(schedules\.repository|late-connections)|facts\/run-facts\.repository)|queries\/sql-views\/due-refreshes|tools\/tool-runs\/due-setups|programs\/service-accounts\/(expiring-tokens|token-access)|people\/organizations\/(deletions\.routes|clear-deleted)|reports\/(shares\/open-share|subscriptions\/due-deliveries|alerts\/alerts\.repository))\.ts$/;
    const importers = importersOf(/import (?!type)[^;]*from '[^']*\/installation-db\.ts'/);
    assert.ok(importers.length > 0);
    assert.deepEqual(
      importers.filter((file) => !allowed.test(file)),
      [],
    );
  });

  test('the pool is only for the database folder', () => {
    assert.deepEqual(
      importersOf(/\bqueriesOf\b/).filter((file) => !file.startsWith('platform/database/')),
      [],
    );
  });
});
