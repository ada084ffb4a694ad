const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const IPV6_GROUPS = 8;

/** Returns whether a text is an IP address, or a network in CIDR notation like `10.1.0.0/16` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...others] = text.split('/');
  if (others.length > 0) return false;
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : null;
  if (bits === null) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

const isIPv4 = (text: string) =>
  IPV4.exec(text)
    ?.slice(1)
    .every((part) => Number(part) <= 255) ?? false;

function isIPv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isComplete = halves.length === 1 ? groups.length === IPV6_GROUPS : groups.length < IPV6_GROUPS;
  return isComplete && groups.every((group) => GROUP.test(group));
}
