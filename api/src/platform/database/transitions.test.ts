import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { cloneDatabase, testStore } from '../../../test-support/test-store.ts';
import { allows, stateAfter, type Transitions, type WithTransitions } from './transitions.ts';

const DOOR = {
  open: { closed: 'shut', opened: null },
  shut: { closed: null, opened: 'open' },
  walled: { closed: null, opened: null },
} as const satisfies Transitions<'open' | 'shut' | 'walled', 'closed' | 'opened'>;

const { connection, drop } = await cloneDatabase(await testStore());
const db = new Kysely<{ doors: WithTransitions<{ state: keyof typeof DOOR }> }>({
  dialect: new PostgresDialect({ pool: new pg.Pool(connection) }),
});
after(() => db.destroy().then(drop));
await db.schema
  .createTable('doors')
  .addColumn('state', 'text', (column) => column.notNull())
  .execute();

test('an update without a condition on the state fails, rather than making a transition that is not declared', async () => {
  await db.insertInto('doors').values({ state: 'walled' }).execute();
  const close = db.updateTable('doors').set({ state: stateAfter(DOOR, 'closed') });
  await assert.rejects(close.execute(), { code: '23502' });
  assert.equal((await close.where(allows(DOOR, 'closed')).executeTakeFirst()).numUpdatedRows, 0n);
});

test('the compiler takes no state that does not follow from a table of transitions, and no table with a gap', () => {
  const doors = db.updateTable('doors');
  const misfits = () => [
    // @ts-expect-error -- a state that anybody has chosen
    doors.set({ state: 'open' }),
    // @ts-expect-error -- an event that doesn't exist
    stateAfter(DOOR, 'painted'),
    // @ts-expect-error -- a state of something else
    doors.set({ state: stateAfter({ open: { closed: 'gone' } }, 'closed') }),
    // @ts-expect-error -- nothing is said of an event in a state
    { open: { closed: null } } satisfies Transitions<'open', 'closed' | 'opened'>,
  ];
  assert.equal(typeof misfits, 'function');
});
