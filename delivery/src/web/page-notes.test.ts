import assert from 'node:assert/strict';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { compositionOf } from '../testing/composition-of.ts';
import { readLastPage } from '../registry/last-page.ts';
import { delivered } from '../testing/delivered.ts';
import { createPageNotes } from './page-notes.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const MINUTE = 60_000;

test('pages note their versions, and files do not', async (t) => {
  const { app, registry, records, baseOf } = await delivered(t);
  await app.inject(`${baseOf('mf-auth')}login.1.js`);
  await app.inject('/registry');
  const noted = () => readdir(path.join(registry.folder, 'pages'));
  await assert.rejects(noted(), { code: 'ENOENT' });
  const requested = Date.now();
  await app.inject('/login');
  await app.close();
  const references = Object.values(records).map(({ name, version }) => `${name}@${version}`);
  assert.deepEqual((await noted()).sort(), references.sort());
  const when = await readLastPage(registry, 'mf-data', records['mf-data']?.version ?? '');
  assert.ok(when && Math.abs(when.getTime() - requested) < MINUTE);
});

test('a composition is written once an hour, however many pages are made of it', async (t) => {
  const { registry, records } = await delivered(t);
  const composition = compositionOf(Object.values(records));
  let now = NOON;
  const notes = createPageNotes(
    registry,
    (error) => assert.fail(String(error)),
    () => now,
  );
  const minutesAfter = async (minutes: number) => {
    now = NOON + minutes * MINUTE;
    notes.note(composition);
    await notes.settled();
    const last = await readLastPage(registry, 'shell', records['shell']?.version ?? '');
    return ((last?.getTime() ?? 0) - NOON) / MINUTE;
  };
  const written: number[] = [];
  for (const minutes of [0, 1, 59, 60, 119, 125]) written.push(await minutesAfter(minutes));
  assert.deepEqual(written, [0, 0, 0, 60, 60, 125]);
});

test('a missing registry costs only the note, not the page, and is not created again', async (t) => {
  const { registry, records } = await delivered(t);
  const composition = compositionOf(Object.values(records));
  const away = `${registry.folder}-away`;
  await rename(registry.folder, away);
  t.after(() => rm(away, { recursive: true, force: true }));
  const failures: unknown[] = [];
  const notes = createPageNotes(registry, (error) => failures.push(error));
  notes.note(composition);
  await notes.settled();
  assert.equal(failures.length, 1);
  await assert.rejects(readdir(registry.folder), { code: 'ENOENT' });
});
