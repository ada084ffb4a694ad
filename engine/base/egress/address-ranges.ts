import { BlockList, isIP, isIPv4 } from 'node:net';

export type AddressClass = 'public' | 'private' | 'loopback' | 'special' | 'never';

const list = (ranges: readonly string[]): BlockList => {
  const blocked = new BlockList();
  for (const range of ranges) {
    const [network, prefix] = range.split('/') as [string, string];
    blocked.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return blocked;
};

/** Link-local addresses, where clouds serve their metadata, and the metadata addresses outside that range. */
const NEVER = list([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
]);
const LOOPBACK = list(['127.0.0.0/8', '::1/128', '0.0.0.0/32', '::/128']);
const PRIVATE = list(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']);
/** IANA's special-purpose registries, except the ranges above. */
const SPECIAL = list([
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
  'ff00::/8',
]);

export function classify(address: string): AddressClass {
  const plain = unmapped(address);
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  if (NEVER.check(plain, family)) return 'never';
  if (LOOPBACK.check(plain, family)) return 'loopback';
  if (PRIVATE.check(plain, family)) return 'private';
  return SPECIAL.check(plain, family) ? 'special' : 'public';
}

/** Parses networks as the operator writes them: `10.1.0.0/16`, or a single IP address. */
export function networkList(networks: readonly string[]): BlockList {
  return list(
    networks.map((network) => (network.includes('/') ? network : `${network}/${isIPv4(network) ? 32 : 128}`)),
  );
}

export function isIn(networks: BlockList, address: string): boolean {
  const plain = unmapped(address);
  return networks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

/** Whether two spellings mean the same IP address. */
export const isSame = (one: string, other: string): boolean => unmapped(one) === unmapped(other);

/** Returns an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`, `::ffff:a00:1`) as plain IPv4. */
function unmapped(address: string): string {
  const bare = address.split('%')[0] ?? address;
  if (isIP(bare) !== 6) return bare;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (!hex) return canonical;
  const [high, low] = [Number.parseInt(hex[1]!, 16), Number.parseInt(hex[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
