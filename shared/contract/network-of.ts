const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/**
 * What both servers count callers by: an IPv4 address as it is, of an IPv6 one its /64, as one person has all addresses
 * of that. Whatever else a proxy calls an address stands for itself.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map(groupsOf);
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, GROUPS_OF_A_NETWORK);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '');
