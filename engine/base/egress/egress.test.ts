import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { FailureError } from '../failures/failure.ts';
import { classify } from './address-ranges.ts';
import { Egress, type EgressRules } from './egress.ts';

const LOOPBACK_ONLY: EgressRules = { loopbackOnly: true, allowedNetworks: [], ownPorts: [8080] };
const PUBLIC: EgressRules = {
  loopbackOnly: false,
  allowedNetworks: ['10.20.0.0/16', 'fd12::/16'],
  ownPorts: [8080],
};

async function codeOf(rules: EgressRules, host: string, port = 5432): Promise<string> {
  try {
    return (await new Egress(rules).resolve(host, port)).address;
  } catch (error) {
    assert.ok(error instanceof FailureError, String(error));
    return error.failure.code;
  }
}

describe('an IP address', () => {
  const kinds = {
    public: ['8.8.8.8', '172.32.0.1', '2606:4700::1111'],
    private: [
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '100.64.0.1',
      'fd12::1',
      '::ffff:10.0.0.1',
      '::ffff:a00:1',
    ],
    loopback: ['127.0.0.1', '127.9.9.9', '::1', '0.0.0.0', '::', '::ffff:7f00:1'],
    never: [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      'fe80::1',
      'fe80::1%eth0',
      'fd00:ec2::254',
      'fd20:ce::254',
      '100.100.100.200',
    ],
    special: [
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      '::7f00:1',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      'ff02::1',
    ],
  } as const;
  for (const [kind, addresses] of Object.entries(kinds)) {
    for (const address of addresses)
      test(`${address} is ${kind}`, () => assert.equal(classify(address), kind));
  }
});

describe('an installation that only this machine can reach', () => {
  const allowed = ['127.0.0.1', '10.0.0.1', '::1', '[::1]', '8.8.8.8'];
  for (const host of allowed)
    test(`allows ${host}`, async () => assert.match(await codeOf(LOOPBACK_ONLY, host), /^[\d.:]+$/));

  test('resolves a name once, to the address to connect to', async () => {
    assert.match(await codeOf(LOOPBACK_ONLY, 'localhost'), /^(127\.0\.0\.1|::1)$/);
  });

  const ownPort = [
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '127.255.255.254',
  ];
  for (const host of ownPort) {
    test(`keeps ${host} away from its own port`, async () =>
      assert.equal(await codeOf(LOOPBACK_ONLY, host, 8080), 'own_address_denied'));
  }

  for (const [card] of Object.values(networkInterfaces()).map((cards) => cards ?? []))
    if (card?.family === 'IPv4')
      for (const host of [card.address, `::ffff:${card.address}`])
        test(`keeps ${host} away from its own port, because it belongs to this machine's network card`, async () =>
          assert.equal(await codeOf(LOOPBACK_ONLY, host, 8080), 'own_address_denied'));

  const denied = [
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    'fe80::1',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ];
  for (const host of denied)
    test(`denies ${host}`, async () => assert.equal(await codeOf(LOOPBACK_ONLY, host), 'address_denied'));
});

describe('an installation that others can reach', () => {
  for (const host of ['8.8.8.8', '10.20.1.1', 'fd12::5']) {
    test(`allows ${host}`, async () => assert.equal(await codeOf(PUBLIC, host), host));
  }
  for (const host of [
    '127.0.0.1',
    'localhost',
    '10.0.0.1',
    '192.168.1.1',
    '::1',
    'fd13::1',
    '127.1',
    '198.18.0.1',
    '169.254.169.254',
  ]) {
    test(`denies ${host}`, async () => assert.equal(await codeOf(PUBLIC, host), 'address_denied'));
  }
});

test('a name with several IP addresses is refused if any of them is denied', () => {
  const egress = new Egress(PUBLIC);
  const [good, denied] = ['8.8.8.8', '10.0.0.1'];
  assert.equal(egress.choose('db', [good, '8.8.4.4'], 5432).address, good);
  for (const addresses of [
    [good, denied],
    [denied, good],
  ])
    assert.throws(() => egress.choose('db', addresses, 5432), /10\.0\.0\.1/);
});

describe("the metadata store's server", () => {
  const withStore = (host: string): EgressRules => ({ ...LOOPBACK_ONLY, ownDatabase: { host, port: 6543 } });
  for (const [store, host] of [
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3', '::ffff:10.1.2.3'],
    ['localhost', '127.0.0.1'],
    ['127.0.0.1', '127.9.9.9'],
    ['127.0.0.1', 'localhost'],
  ] as const) {
    test(`at ${store} can't be a source, even as ${host}`, async () =>
      assert.equal(await codeOf(withStore(store), host, 6543), 'own_address_denied'));
  }
  test('does not affect its other ports or its neighbors', async () => {
    assert.equal(await codeOf(withStore('10.1.2.3'), '10.1.2.3', 5432), '10.1.2.3');
    assert.equal(await codeOf(withStore('10.1.2.3'), '10.1.2.4', 6543), '10.1.2.4');
  });
});

describe('an invalid host', () => {
  const nonsense = [
    '',
    '/var/run/postgresql',
    '..',
    'user@host',
    'host:5432',
    'a b',
    'host/path',
    'host?x',
    "x'",
    'x\0',
    '@abstract',
    'a,b',
    `${'x'.repeat(254)}`,
  ];
  for (const host of nonsense)
    test(`${JSON.stringify(host.slice(0, 30))} is not found`, async () =>
      assert.equal(await codeOf(LOOPBACK_ONLY, host), 'host_not_found'));
});
