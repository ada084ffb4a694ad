/** The most addresses that are read as one table. */
export const MOST_ADDRESSES = 1_000;

/** One of several addresses, with what stands in it for each pair of braces. */
export interface WebAddress {
  url: string;
  parts: readonly string[];
}

/** Why braces can't be read. `part` is what is in them. */
export interface RangeFault {
  code: 'too_many' | 'range_wrong';
  part: string;
}

/** Lists in braces have a comma, ranges two dots. Other braces are part of the address. */
const BRACES = /\{([^{}\s]*(?:,|\.\.)[^{}\s]*)\}/;

/** Returns whether a URL stands for several. */
export const hasRange = (url: string): boolean => BRACES.test(url);

/** Returns the URL with a star for each list and range, by which people recognize it whatever is in the braces. */
export const withStars = (url: string): string => url.replaceAll(new RegExp(BRACES, 'g'), '*');

/**
 * Returns all addresses that URLs stand for, in order and each only once: `{1..20}`, `{01..20}`, `{2024-01..2024-06}`,
 * `{2024-01-01..2024-01-31}`, and `{north,south}` are replaced by each number, month, day, or word. A range can end
 * with `today`, in UTC.
 */
export function addressesOf(urls: readonly string[], today: Date): WebAddress[] | RangeFault {
  const found = new Map<string, WebAddress>();
  for (const url of urls) {
    const addresses = expand(url, today);
    if (!Array.isArray(addresses)) return addresses;
    for (const address of addresses) if (!found.has(address.url)) found.set(address.url, address);
    if (found.size > MOST_ADDRESSES) return { code: 'too_many', part: url };
  }
  return [...found.values()];
}

function expand(template: string, today: Date): WebAddress[] | RangeFault {
  let open: (WebAddress & { rest: string })[] = [{ url: '', parts: [], rest: template }];
  for (;;) {
    const [first] = open;
    const braces = first && BRACES.exec(first.rest);
    if (!braces) return open.map(({ url, parts, rest }) => ({ url: url + rest, parts }));
    const part = braces[1]!;
    const values = valuesOf(part, today);
    if (!Array.isArray(values)) return { code: values, part };
    if (values.length * open.length > MOST_ADDRESSES) return { code: 'too_many', part };
    open = open.flatMap(({ url, parts, rest }) =>
      values.map((value) => ({
        url: url + rest.slice(0, braces.index) + value,
        parts: [...parts, value],
        rest: rest.slice(braces.index + braces[0].length),
      })),
    );
  }
}

function valuesOf(part: string, today: Date): string[] | RangeFault['code'] {
  const range = /^(\d+|\d{4}-\d\d(?:-\d\d)?)\.\.(\d+|\d{4}-\d\d(?:-\d\d)?|today)$/.exec(part);
  // Like a shell, which leaves alone what it can't count.
  if (!range) return part.split(',');
  const [, from = '', given = ''] = range;
  const to = given === 'today' ? today.toISOString().slice(0, from.length < 5 ? 4 : from.length) : given;
  if (/^\d+$/.test(from) !== /^\d+$/.test(to)) return 'range_wrong';
  if (/^\d+$/.test(from)) return numbers(from, to);
  return from.length === to.length ? moments(from, to) : 'range_wrong';
}

function numbers(from: string, to: string): string[] | RangeFault['code'] {
  const [first, last] = [Number(from), Number(to)];
  if (last < first) return 'range_wrong';
  if (last - first >= MOST_ADDRESSES) return 'too_many';
  const width = from.startsWith('0') ? from.length : 0;
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at).padStart(width, '0'));
}

/** Returns all months or days of a range. */
function moments(from: string, to: string): string[] | RangeFault['code'] {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const isMonths = from.length === 7;
  const values: string[] = [];
  for (let at = 0; values.length <= MOST_ADDRESSES; at += 1) {
    const moment = new Date(Date.UTC(year, month - 1 + (isMonths ? at : 0), day + (isMonths ? 0 : at)));
    const value = moment.toISOString().slice(0, from.length);
    // A month or day that doesn't exist would become another one.
    if (at === 0 && value !== from) return 'range_wrong';
    if (value > to) return values.length > 0 ? values : 'range_wrong';
    values.push(value);
  }
  return 'too_many';
}
