import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BuildStream } from './build-stream.ts';
import { createDevServer } from './dev-server.ts';

/** Starts the proxy in front of a server that responds as `target` does. */
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

const bodyOf = async (source: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** Unlike `fetch`, this can set Host and Origin. */
async function send(
  port: number,
  options: { path?: string; method?: string; headers: Record<string, string> },
) {
  const sent = request({ host: '127.0.0.1', port, ...options }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await bodyOf(response) };
}

test('pages are rewritten and not cached, and other responses are passed on unchanged', async (t) => {
  const { own } = await proxy(t, (received, response) => {
    response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Path=/']);
    if (received.url !== '/api/x') return response.setHeader('content-type', 'text/html').end('<p>deployed');
    response.setHeader('content-encoding', 'gzip');
    response.writeHead(404, { 'content-type': 'application/json' }).end(gzipSync('{"is":"deployed"}'));
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

test('the proxy’s origin is replaced by the target’s, and other origins are passed on', async (t) => {
  const { own, port, origin } = await proxy(t, ({ headers }, response) =>
    response.end(JSON.stringify([headers.origin, headers.host])),
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

test('uploads and event streams are passed on as they arrive', async (t) => {
  const { port } = await proxy(t, (received, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    received.pipe(response);
  });
  const headers = { host: `localhost:${port}`, 'content-type': 'application/octet-stream' };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
  sent.write('one');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  assert.equal(String((await once(response, 'data'))[0]), 'one'); // while the upload is still running
  sent.end('two');
  assert.equal(String((await once(response, 'data'))[0]), 'two');
});

test('a redirect to the target becomes one to the proxy', async (t) => {
  const { own } = await proxy(t, ({ headers }, response) =>
    response.writeHead(303, { location: `http://${headers.host}/login` }).end(),
  );
  const response = await fetch(own, { redirect: 'manual' });
  assert.equal(response.headers.get('location'), `${own}/login`);
});

test('a request with another host name is refused', async (t) => {
  const { port } = await proxy(t, (_, response) => response.end('secret'));
  const { status, body } = await send(port, { headers: { host: `rebound.example:${port}` } });
  assert.equal(status, 421);
  assert.doesNotMatch(body, /secret/);
});

test('a failure that a page reports is shown here and not sent to the target', async (t) => {
  const received: string[] = [];
  const { own, reports } = await proxy(t, ({ url }, response) => response.end(received.push(url ?? '')));
  const report = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"kind":"render"}',
  };
  assert.equal((await fetch(`${own}/delivery/reports`, report)).status, 204);
  assert.deepEqual(reports, ['{"kind":"render"}']);
  assert.deepEqual(received, []);
});

test('a target that is down is named', async (t) => {
  const { own, origin, stopTarget } = await proxy(t, () => undefined);
  stopTarget();
  const response = await fetch(`${own}/api/health`);
  assert.equal(response.status, 502);
  assert.ok((await response.text()).includes(origin));
});

test('listeners receive the latest state, and then each build', async (t) => {
  const { own, stream } = await proxy(t, () => undefined);
  stream.send({ name: 'mf-data', hash: '1' });
  stream.send({ name: 'mf-data', hash: '2' });
  const { body } = await fetch(`${own}/headwater-dev/events`);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.match((await reader.read()).value ?? '', /"hash":"2"}\n\n$/);
  stream.send({ name: 'mf-data', hash: '2', errors: 'no' });
  assert.match((await reader.read()).value ?? '', /"errors":"no"/);
  await reader.cancel();
});
