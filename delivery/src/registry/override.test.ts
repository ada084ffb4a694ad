import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTH_BUILD, SHELL_BUILD } from '../testing/builds.ts';
import { withCandidates } from '../testing/candidates.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { gc } from './gc.ts';
import { openKey } from './key.ts';
import { createOverride } from './override.ts';
import { readOverride } from './override-token.ts';
import { rollback } from './rollback.ts';

const aud = 'http://localhost:8080';
const options = { by: 'anna', aud, hours: 8 };
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

test('an override is signed with the key of the registry and changes nothing for others', async (t) => {
  const { registry, another, state } = await withCandidates(t);
  const next = await another(AUTH_BUILD, '1');
  const before = await state();
  const now = new Date('2026-03-01T10:00:00.700Z');
  const { token, expires } = await createOverride(registry, [next], { ...options, now });
  assert.equal(expires.toISOString(), '2026-03-01T18:00:00.000Z');
  assert.deepEqual(readOverride(await openKey(registry), token, { aud, now }), {
    set: [`mf-auth@${next.version}`],
    expires,
    by: 'anna',
  });
  assert.deepEqual(await state(), before);
});

test('unpublished, deleted, blocked, and incompatible versions are refused, and so are invalid options', async (t) => {
  const { registry, auth, another, sharing } = await withCandidates(t);
  const refused = (set: (typeof auth)[], code: string, changed = {}) =>
    assert.rejects(createOverride(registry, set, { ...options, ...changed }), { code });
  const wider = await sharing(SHELL_BUILD, 'charts', '1.0.0');
  const needing = await sharing(AUTH_BUILD, 'charts', '^1.0.0', wider.version);
  await refused([needing], 'incompatible');
  await createOverride(registry, [needing, wider], options);

  const bad = await another(AUTH_BUILD, '1');
  await promoteUntried(registry, [bad]);
  await rollback(registry, 'mf-auth', { by: 'anna' });
  await refused([bad], 'blocked');
  await refused([{ ...auth, version: '0.1.0-aaaaaaaaaaaa' }], 'unknown_version');
  await refused([], 'bad_reference');
  await refused([auth, bad], 'bad_reference');
  for (const hours of [0, 25, 1.5, NaN]) await refused([auth], 'bad_option', { hours });
  const forgotten = await another(AUTH_BUILD, '2');
  await gc(registry, { by: 'anna', really: true, now: days(31) });
  await refused([forgotten], 'gone');
});

test('gc keeps the versions of an override', async (t) => {
  const { registry, another } = await withCandidates(t);
  const [named, other] = [await another(AUTH_BUILD, '1'), await another(AUTH_BUILD, '2')];
  await createOverride(registry, [named], { ...options, now: days(10) });
  const found = await gc(registry, { by: 'anna', really: false, now: days(35) });
  assert.deepEqual(
    found.map(({ version }) => version),
    [other.version],
  );
});
