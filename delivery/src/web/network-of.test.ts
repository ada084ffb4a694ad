import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network-of.ts';

test('an IPv4 address is its own network, however it is written; of IPv6 the first 64 bits are', () => {
  const networks = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::1': '0:0:0:0',
    '2001:db8::1': '2001:db8:0:0',
    '2001:db8:0:0:ffff::2': '2001:db8:0:0',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
    '2001:db8:1:2:3:4:5::': '2001:db8:1:2',
    'fe80::1:2:3:4': 'fe80:0:0:0',
  };
  for (const [address, network] of Object.entries(networks)) assert.equal(networkOf(address), network);
});
