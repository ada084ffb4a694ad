import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSignedCertificate } from '@headwater/connectors/server/postgres/testing/certificate';
import { Egress } from '@headwater/base/egress';
import { egressFetch, Unreachable } from './egress-fetch.ts';

const asked: string[] = [];
const handler: RequestListener = ({ headers, url }, response) => {
  asked.push(`${headers.host}${url}`);
  response
    .writeHead(200, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
    .end('{"ok":true}');
};
const { certificate, key } = selfSignedCertificate();
const plain = await listening(createHttpServer(handler));
const encrypted = await listening(createHttpsServer({ cert: certificate, key }, handler));
after(async () => {
  for (const server of [plain, encrypted]) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const allowed = new Egress({ loopbackOnly: true, allowedNetworks: [], ownPorts: [] });
/** Resolves every name to this machine, like a network with the corresponding DNS. */
const everything = {
  resolve: async (host: string, port: number) => ({ host, address: '127.0.0.1', port }),
} as Egress;

const get = (url: string, port: number, egress = allowed) =>
  egressFetch(egress, port)(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' });
const refused = (asking: Promise<Response>, words: RegExp) =>
  assert.rejects(asking, (error: Error) => error instanceof Unreachable && words.test(error.message));

describe('a fetch', () => {
  const port = portOf(plain);

  test('returns status, headers, and body', async () => {
    const response = await get(`http://127.0.0.1:${port}/x`, port);
    assert.equal(response.status, 200);
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.deepEqual(await response.json(), { ok: true });
  });

  test('connects to the IP address that was checked, with the requested host name', async () => {
    await get(`http://nowhere.invalid:${port}/pinned`, port, everything);
    assert.equal(asked.at(-1), `nowhere.invalid:${port}/pinned`);
  });

  const denied = new Egress({ loopbackOnly: false, allowedNetworks: [], ownPorts: [] });
  const refusals: [string, string, Egress, RegExp][] = [
    ['an IP address that the policy denies', `http://127.0.0.1:${port}/`, denied, /127\.0\.0\.1/],
    ['such an IP address as a number', `http://2130706433:${port}/`, denied, /127\.0\.0\.1/],
    ['the metadata of a cloud', 'http://169.254.169.254/', allowed, /169\.254\.169\.254/],
    ["a port that isn't used on the web", `http://127.0.0.1:22/`, allowed, /not a web URL/],
    ['credentials in the URL', `http://a:b@127.0.0.1:${port}/`, allowed, /not a web URL/],
  ];
  for (const [what, url, egress, words] of refusals) {
    test(`refuses ${what}`, async () => {
      const before = asked.length;
      await refused(get(url, port, egress), words);
      assert.equal(asked.length, before);
    });
  }
});

describe('a fetch over https', () => {
  const port = portOf(encrypted);

  test("refuses a certificate that isn't trusted", () =>
    refused(get(`https://localhost:${port}/`, port), /self-signed certificate/));

  test('accepts a trusted certificate, and refuses it for another name', async () => {
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, certificate]);
    try {
      const response = await get(`https://localhost:${port}/`, port, everything);
      assert.equal(response.status, 200);
      await refused(get(`https://nowhere.invalid:${port}/`, port, everything), /does not match certificate/);
    } finally {
      setDefaultCACertificates(usual);
    }
  });
});
