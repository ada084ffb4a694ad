const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * Returns the network by which both servers count callers: an IPv4 address itself, or the /64 of an IPv6 address, since
 * one person has all of its addresses. Anything else that a proxy sends as an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map(groupsOf);
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, GROUPS_OF_NETWORK);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '');
