const DOTS = '•••';

/** Returns so little of a value that it can be recognized by those who know it, and by no one else. */
export function maskedExample(value: string): string {
  const [local = '', domain] = value.split('@');
  if (domain !== undefined)
    return `${local.slice(0, 1)}${DOTS}@${DOTS}${domain.slice(domain.lastIndexOf('.'))}`;
  return value.length < 8 ? DOTS : `${value.slice(0, 2)}${DOTS}${value.slice(-2)}`;
}
