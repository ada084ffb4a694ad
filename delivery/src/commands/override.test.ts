import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKey } from '../registry/key.ts';
import { readOverride } from '../registry/override-token.ts';
import { installation } from '../testing/installation.ts';

test('override prints a link with versions for one site, and refuses invalid options', async (t) => {
  const { registry, first, deliver, deliverWith } = await installation(t);
  const reference = `mf-auth@${first}`;
  const linkOf = (out: string) => /^(http\S+)\/delivery\/override\?token=(\S+)$/m.exec(out) ?? [];
  const key = async () => openKey(registry);
  const hoursLeft = (expires: Date) => Math.round((expires.getTime() - Date.now()) / 3_600_000);

  const [, origin = '', token] = linkOf((await deliver('override', reference)).out);
  assert.equal(origin, 'http://localhost:8090');
  const read = readOverride(await key(), token, { aud: origin, now: new Date() });
  assert.ok('set' in read);
  assert.deepEqual([read.set, read.by, hoursLeft(read.expires)], [[reference], 'ben', 8]);

  const site = 'https://bi.example.com';
  const [, other, second] = linkOf(
    (await deliver('override', reference, '--hours', '2', '--for', `${site}/w/1?x`)).out,
  );
  assert.equal(other, site);
  const short = readOverride(await key(), second, { aud: site, now: new Date() });
  assert.equal('set' in short && hoursLeft(short.expires), 2);

  const own = await deliverWith({ PUBLIC_URL: `${site}/` }, 'override', reference);
  assert.equal(linkOf(own.out)[1], site);
  const faulty = await deliverWith({ PORT: '80a', PUBLIC_URL: 'ftp://ann:s3cret@x' }, 'override', reference);
  assert.equal(faulty.code, 1);
  assert.match(faulty.err, /^The configuration has 2 errors:\n {2}PORT is "80a"[^]*PUBLIC_URL is /);
  assert.doesNotMatch(faulty.err, /s3cret|\n {4}at /);

  const wrongs = [[], ['mf-auth'], [reference, '--hours', '25'], [reference, '--for', 'bi.example.com']];
  for (const wrong of [...wrongs, [reference, '--hours', 'x'], ['mf-auth@0.1.0-aaaaaaaaaaaa']]) {
    const { code, err } = await deliver('override', ...wrong);
    assert.equal(code, 1, wrong.join(' '));
    assert.doesNotMatch(err, /\n {4}at /);
  }
});
