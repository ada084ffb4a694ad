const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/** Whom an address belongs to: itself for IPv4; for IPv6 its /64, as one sender has all addresses of that. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const before = groupsOf(head);
  const zeros = plain.includes('::') ? GROUPS - before.length - groupsOf(tail).length : 0;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...groupsOf(tail)];
  return groups.slice(0, GROUPS_OF_A_NETWORK).join(':');
}

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '');
