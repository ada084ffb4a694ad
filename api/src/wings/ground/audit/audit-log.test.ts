import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { after, describe, test } from 'node:test';
import type { AuditEventResource } from '@headwater/shared/contract';
import { TestApi } from '../../../../test-support/test-api.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { audit, type AuditEvent } from './audit.ts';

const api = await TestApi.open();
after(api.close);

type Event = Omit<AuditEvent, 'workspaceId'>;
const given = (workspaceId: string, events: readonly Event[]) =>
  workspaceTransaction(api.database, workspaceId, async (db) => {
    for (const event of events) await audit(db, { ...event, workspaceId });
  });

const actionsIn = (body: { data: AuditEventResource[] }) =>
  body.data.map(({ attributes }) => attributes.action);

describe('the audit log', () => {
  test('names who did what to what, also what is gone, and only in this workspace', async () => {
    const { id, admin, member } = await api.workspace('Log book');
    const other = await api.workspace('Another');
    const editor = await member('editor');
    const base = `/organizations/${id}`;
    const made = await editor.post(`${base}/reports`, 'reports', { name: 'Revenue' });
    assert.equal(made.status, 201, made.text);
    const reportId = made.body.data.id as string;
    assert.equal((await editor.delete(`${base}/reports/${reportId}`)).status, 204);
    await api.sql(`delete from memberships where user_id = $1`, [editor.userId]);
    await given(id, [{ action: 'source_connection.late', actorId: null }]);
    const { status, body } = await admin.get(`${base}/audit-events`);
    assert.equal(status, 200);
    assert.equal(body.meta.total, 4);
    assert.deepEqual(actionsIn(body), [
      'source_connection.late',
      'report.delete',
      'report.create',
      'workspace.create',
    ]);
    const [late, deleted] = body.data as AuditEventResource[];
    assert.deepEqual(late!.attributes.actor, { kind: 'product', id: null, name: null });
    assert.deepEqual(deleted!.attributes.subject, { type: 'reports', id: reportId, name: 'Revenue' });
    assert.equal(deleted!.attributes.actor.id, editor.userId);
    assert.ok(deleted!.attributes.actor.name, 'someone who has left keeps their name');
    const elsewhere = await other.admin.get(`/organizations/${other.id}/audit-events`);
    assert.deepEqual(actionsIn(elsewhere.body), ['workspace.create']);
  });

  test('is read page by page, and each event once, though many happened at the same time', async () => {
    const { id, admin } = await api.workspace('Pages');
    await given(
      id,
      Array.from({ length: 7 }, (_, at) => ({
        action: 'sync_run.start' as const,
        actorId: admin.userId,
        details: { at },
      })),
    );
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const after = next && `&page[after]=${next}`;
      const { body } = await admin.get(`/organizations/${id}/audit-events?page[size]=3${after}`);
      seen.push(...body.data.map((event: AuditEventResource) => event.id));
      next = body.links.next;
    }
    assert.equal(seen.length, 8);
    assert.equal(new Set(seen).size, 8);
    const bad = await admin.get(`/organizations/${id}/audit-events?page[after]=nonsense`);
    assert.equal(bad.status, 422);
  });

  test('is filtered by who, what, how it ended, and when', async () => {
    const { id, admin } = await api.workspace('Filters');
    await given(id, [
      { action: 'sync_run.start', actorId: admin.userId },
      { action: 'sql.run', outcome: 'failure', actorId: admin.userId },
      { action: 'sync_run.fail', actorId: null },
    ]);
    const found = async (query: string) => {
      const { status, body, text } = await admin.get(`/organizations/${id}/audit-events?${query}`);
      assert.equal(status, 200, text);
      assert.equal(body.meta.total, body.data.length);
      return actionsIn(body).toSorted();
    };
    assert.deepEqual(await found('filter[actor]=product'), ['sync_run.fail']);
    assert.deepEqual(await found(`filter[actor]=${admin.userId}&filter[action]=sync_run.start`), [
      'sync_run.start',
    ]);
    assert.deepEqual(await found('filter[outcome]=failure'), ['sql.run']);
    const soon = new Date(Date.now() + 60_000).toISOString();
    assert.deepEqual(await found(`filter[since]=${soon}`), []);
    assert.equal((await found(`filter[until]=${soon}`)).length, 4);
    assert.equal((await admin.get(`/organizations/${id}/audit-events?filter[action]=made.up`)).status, 422);
    const facets = await admin.get(`/organizations/${id}/audit-facets`);
    const { actors, actions } = facets.body.data.attributes;
    assert.deepEqual(actions, ['sql.run', 'sync_run.fail', 'sync_run.start', 'workspace.create']);
    assert.deepEqual(
      actors.map((actor: { kind: string }) => actor.kind),
      ['user', 'product'],
    );
  });

  test('as a file has no formulas, and saving it is recorded', async () => {
    const { id, admin } = await api.workspace('File');
    await api.sql(`update organizations set time_zone = 'Asia/Kathmandu' where id = $1`, [id]);
    await given(id, [
      {
        action: 'source_connection.create',
        actorId: admin.userId,
        subject: { type: 'source_connections', id: 'src_gone' },
        details: { name: '=cmd|"x"' },
      },
    ]);
    const file = await admin.get(
      `/organizations/${id}/audit-events.csv?texts=spreadsheet&filter[action]=source_connection.create`,
    );
    assert.equal(file.status, 200);
    const [head, row, ...rest] = file.text.trim().split('\r\n');
    assert.match(head!, /^time,time_zone,actor,/);
    const exact = await admin.get(
      `/organizations/${id}/audit-events.csv?filter[action]=source_connection.create`,
    );
    const [, instant] = /\r\n(\d{4}-\d\d-\d\dT[\d:.]+Z),/.exec(exact.text)!;
    const local = Temporal.Instant.from(instant!).toZonedDateTimeISO('Asia/Kathmandu').toPlainDateTime();
    assert.ok(
      row!.startsWith(`${local.toString({ smallestUnit: 'millisecond' }).replace('T', ' ')},Asia/Kathmandu,`),
    );
    const name = String(file.headers['content-disposition']);
    assert.match(name, /audit-log-\d{4}-\d\d-\d\d\.csv$/);
    assert.match(row!, /,source_connection\.create,"'=cmd\|""x""",source_connections,src_gone,success,/);
    assert.deepEqual(rest, []);
    const { body } = await admin.get(`/organizations/${id}/audit-events?page[size]=1`);
    assert.deepEqual(actionsIn(body), ['audit_log.export']);
  });

  test('includes uploads, and queries that fail, without their text', async () => {
    const { id, admin } = await api.workspace('Gaps');
    const failed = await admin.post(`/organizations/${id}/sql-runs`, 'sql_runs', {
      sql: 'select secret from nowhere',
      limit: 1,
      parameters: {},
    });
    assert.ok(failed.status >= 400, failed.text);
    const { body, text } = await admin.get(`/organizations/${id}/audit-events?filter[action]=sql.run`);
    assert.equal(body.data[0].attributes.outcome, 'failure');
    assert.match(body.data[0].attributes.details.sha256, /^[0-9a-f]{64}$/);
    assert.ok(!text.includes('secret'));
  });
});
