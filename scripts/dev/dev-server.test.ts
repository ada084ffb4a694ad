import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BuildStream } from './build-stream.ts';
import { createDevServer } from './dev-server.ts';

/** The proxy before a server that answers as `target` does. */
async function proxy(t: TestContext, target: RequestListener) {
  const server = createServer(target).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const reports: string[] = [];
  const stream = new BuildStream();
  const app = createDevServer({
    target: new URL(origin),
    rewritePage: async (html) => html.replace('deployed', 'live'),
    builds: [],
    stream,
    onReport: (report) => reports.push(report),
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(async () => {
    await app.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    own: `http://localhost:${port}`,
    port: Number(port),
    origin,
    reports,
    stream,
    stopTarget: () => server.close(),
  };
}

const said = async (source: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** `fetch` can name neither Host nor Origin. */
async function send(
  port: number,
  options: { path?: string; method?: string; headers: Record<string, string> },
) {
  const sent = request({ host: '127.0.0.1', port, ...options }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await said(answer) };
}

test('a page is rewritten and not kept; every other answer comes as it is', async (t) => {
  const { own } = await proxy(t, (asked, answer) => {
    answer.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Path=/']);
    if (asked.url !== '/api/x') return answer.setHeader('content-type', 'text/html').end('<p>deployed');
    answer.setHeader('content-encoding', 'gzip');
    answer.writeHead(404, { 'content-type': 'application/json' }).end(gzipSync('{"is":"deployed"}'));
  });
  const page = await fetch(`${own}/login?x=1`, { headers: { accept: 'text/html' } });
  assert.equal(await page.text(), '<p>live');
  assert.match(page.headers.get('cache-control') ?? '', /no-store/);
  assert.equal(await (await fetch(`${own}/api/window`)).text(), '<p>deployed');
  const other = await fetch(`${own}/api/x`);
  assert.equal(other.status, 404);
  assert.deepEqual(await other.json(), { is: 'deployed' });
  assert.deepEqual(other.headers.getSetCookie(), ['a=1; Path=/', 'b=2; Path=/']);
});

test('our origin stands for the target’s; another site’s does not', async (t) => {
  const { own, port, origin } = await proxy(t, ({ headers }, answer) =>
    answer.end(JSON.stringify([headers.origin, headers.host])),
  );
  const headers = { host: `localhost:${port}` };
  const ours = await send(port, { method: 'POST', headers: { ...headers, origin: own } });
  assert.deepEqual(JSON.parse(ours.body), [origin, new URL(origin).host]);
  const theirs = await send(port, {
    method: 'POST',
    headers: { ...headers, origin: 'https://evil.example' },
  });
  assert.equal(JSON.parse(theirs.body)[0], 'https://evil.example');
});

test('uploads and event streams go through as they come', async (t) => {
  const { port } = await proxy(t, (asked, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    asked.pipe(answer);
  });
  const headers = { host: `localhost:${port}`, 'content-type': 'application/octet-stream' };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
  sent.write('one');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  assert.equal(String((await once(answer, 'data'))[0]), 'one'); // while the upload still runs
  sent.end('two');
  assert.equal(String((await once(answer, 'data'))[0]), 'two');
});

test('a redirect to the target stays here', async (t) => {
  const { own } = await proxy(t, ({ headers }, answer) =>
    answer.writeHead(303, { location: `http://${headers.host}/login` }).end(),
  );
  const answer = await fetch(own, { redirect: 'manual' });
  assert.equal(answer.headers.get('location'), `${own}/login`);
});

test('who calls it by another name is told nothing', async (t) => {
  const { port } = await proxy(t, (_, answer) => answer.end('secret'));
  const { status, body } = await send(port, { headers: { host: `rebound.example:${port}` } });
  assert.equal(status, 421);
  assert.doesNotMatch(body, /secret/);
});

test('a failure that a page reports is shown here and does not reach the target', async (t) => {
  const asked: string[] = [];
  const { own, reports } = await proxy(t, ({ url }, answer) => answer.end(asked.push(url ?? '')));
  const report = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"kind":"render"}',
  };
  assert.equal((await fetch(`${own}/delivery/reports`, report)).status, 204);
  assert.deepEqual(reports, ['{"kind":"render"}']);
  assert.deepEqual(asked, []);
});

test('a target that has gone is named', async (t) => {
  const { own, origin, stopTarget } = await proxy(t, () => undefined);
  stopTarget();
  const answer = await fetch(`${own}/api/health`);
  assert.equal(answer.status, 502);
  assert.ok((await answer.text()).includes(origin));
});

test('who listens is told how things stand, and then of each build', async (t) => {
  const { own, stream } = await proxy(t, () => undefined);
  stream.tell({ name: 'mf-data', hash: '1' });
  stream.tell({ name: 'mf-data', hash: '2' });
  const { body } = await fetch(`${own}/headwater-dev/events`);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.match((await reader.read()).value ?? '', /"hash":"2"}\n\n$/);
  stream.tell({ name: 'mf-data', hash: '2', errors: 'no' });
  assert.match((await reader.read()).value ?? '', /"errors":"no"/);
  await reader.cancel();
});
