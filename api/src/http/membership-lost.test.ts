import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { moduleOf } from '../../test-support/module-of.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { modules } from '../modules.ts';
import { member } from './access.ts';
import { defineRoute } from './define-route.ts';

/** What happens to the membership between the caller's authorization and the handler's transaction. */
let meanwhile: (workspaceId: string, userId: string) => Promise<unknown>;

const slow = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/slow',
  summary: 'Takes its time before it begins its transaction.',
  access: member('sources:edit'),
  responses: { 200: Type.Object({ name: Type.String() }) },
  handler: async ({ workspace }) => {
    await meanwhile(workspace.id, workspace.principal.id);
    return workspace.transaction((db) =>
      db.selectFrom('organizations').select('name').executeTakeFirstOrThrow(),
    );
  },
});

const api = await TestApi.open({ parts: [...modules, moduleOf(slow)] });
after(api.close);

describe("the membership is read again in the handler's transaction", () => {
  const cases: [what: string, statement: string | null, status: number][] = [
    ['a member who stays', null, 200],
    ['a member who was removed', 'delete from memberships where workspace_id = $1 and user_id = $2', 404],
    [
      'a member whose role was reduced',
      `update memberships set role = 'reader' where workspace_id = $1 and user_id = $2`,
      403,
    ],
  ];
  for (const [what, statement, expected] of cases) {
    test(`${what} in the meantime gets ${expected}`, async () => {
      const workspace = await api.workspace();
      const editor = await workspace.member('editor');
      meanwhile = async (...values) => statement && api.sql(statement, values);
      const { status, text } = await editor.get(`/organizations/${workspace.id}/slow`);
      assert.equal(status, expected, text);
      assert.equal(text.includes(workspace.name), expected === 200);
    });
  }
});
