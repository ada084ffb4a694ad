import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delivered } from '../testing/delivered.ts';

test('reports of policy violations are counted by directive, and anything else is not counted', async (t) => {
  const { app } = await delivered(t);
  const post = (payload: unknown, type = 'application/reports+json') =>
    app.inject({
      method: 'POST',
      url: '/csp-reports',
      headers: { 'content-type': type },
      payload: JSON.stringify(payload),
    });
  const report = (effectiveDirective: string) => ({ type: 'csp-violation', body: { effectiveDirective } });
  const sent = [
    report('script-src-elem'),
    report('script-src-elem'),
    report('x"} 9\n'),
    { type: 'deprecation' },
    null,
  ];
  assert.equal((await post(sent)).statusCode, 204);
  const { body } = await app.inject('/metrics');
  assert.match(body, /headwater_csp_reports_total\{directive="script-src-elem"\} 2\n/);
  assert.match(body, /headwater_csp_reports_total\{directive="other"\} 1\n/);
  assert.equal((await post({})).statusCode, 415);
  assert.equal((await post([], 'text/html')).statusCode, 415);
  assert.equal((await post([report('x'.repeat(70_000))])).statusCode, 413);
});

test('pages are counted by the build that they belong to', async (t) => {
  const { app, records } = await delivered(t);
  await app.inject('/login');
  await app.inject('/nowhere');
  const { body } = await app.inject('/metrics');
  for (const name of ['mf-auth', 'shell']) {
    const line = `headwater_pages_total{name="${name}",version="${records[name]?.version}"} 1`;
    assert.ok(body.includes(line), line);
  }
  // Both pages contain all three versions.
  for (const { name, version } of Object.values(records)) {
    const line = `headwater_pages_24h{name="${name}",version="${version}"} 2`;
    assert.ok(body.includes(line), line);
  }
});
