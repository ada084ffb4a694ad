import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeWorld, parameters } from '../../test-support/authorization-fixtures.ts';
import { faultsIn, TestApi } from '../../test-support/test-api.ts';
import { modules } from '../modules.ts';

const api = await TestApi.open();
const world = await makeWorld(api);
after(api.close);

const OTHERS = [1.5, -1, 2 ** 31, 2 ** 53, 1e300, '1', 'a\0b', null, true, [], {}];
// Up to as many values as any list's cursor has, each of another type or out of the database's range.
const cursors = [1, 2, 3].flatMap((length) => OTHERS.map((value) => Array(length).fill(value)));

for (const route of modules.flatMap((part) => part.routes)) {
  if (!route.query?.properties['page[after]']) continue;
  test(`${route.method} ${route.path} accepts no cursor that it didn't create`, async () => {
    const actor = route.access.kind === 'superuser' ? world.actors.superuser : world.actors.admin;
    let path = route.path;
    for (const [whole, name] of route.path.matchAll(/:(\w+)/g))
      path = path.replace(whole, await parameters[name!]!.make(world, world.a, actor));
    for (const values of [...cursors, {}, 5, null]) {
      const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
      const response = await actor.get(`${path}?page[after]=${cursor}`);
      // Values that fit are a position in the list, or name a version that doesn't exist.
      if (response.status === 200 || response.status === 410) continue;
      assert.deepEqual(faultsIn(response), ['cursor_invalid page[after]'], `${JSON.stringify(values)}`);
    }
  });
}
