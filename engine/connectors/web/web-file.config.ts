import {
  addressesOf,
  hasRange,
  MOST_ADDRESSES,
  tableNameOf,
  withStars,
} from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorSpecification } from '@headwater/protocol/protocol';
import type { DialectChoices } from '../files/csv/csv.dialect.ts';
import { DIALECT_PROPERTIES, SHEETS_PROPERTY, TOGETHER_PROPERTY } from '../files/files.config.ts';

export interface WebFileConfiguration extends DialectChoices {
  url: string;
  moreUrls?: string[];
  /** What becomes of a table if one of several files isn't there. */
  missingFiles?: 'fail' | 'skip';
}

const URL_PATTERN = '^https?://[^\\s/?#@{}]+(/[^\\s#]*)?(\\?[^\\s#]*)?$';
const URL_LENGTH = 2_000;

export const webFileSpecification: ConnectorSpecification = {
  name: 'File from the web',
  category: 'file',
  supportLevel: 'built_in',
  aliases: [
    'url',
    'link',
    'http',
    'https',
    'download',
    'csv',
    'tsv',
    'excel',
    'xlsx',
    'ods',
    'json',
    'jsonl',
    'parquet',
    'sqlite',
    'gz',
    'zip',
    'zst',
    'open data',
    'many files',
    'folder',
    'pattern',
    'glob',
  ],
  tile: { letters: 'Fw', hue: 2 },
  takesUploads: false,
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'File from the web',
    description: 'A file behind a URL, or several of them as one table, read again with each sync.',
    type: 'object',
    required: ['url'],
    additionalProperties: false,
    properties: {
      url: {
        order: 0,
        title: 'URL',
        description:
          'CSV, TSV, Excel, OpenDocument, JSON, JSON Lines, Parquet, or SQLite, up to 2 GB. Several files become one table with a list or a range in braces: {1..20}, {2024-01..today}, {north,south}. Everyone in the workspace can see this URL.',
        type: 'string',
        pattern: URL_PATTERN,
        maxLength: URL_LENGTH,
        ranges: true,
        examples: ['https://example.com/orders.csv'],
      },
      ...DIALECT_PROPERTIES,
      together: TOGETHER_PROPERTY,
      sheets: { order: 11, ...SHEETS_PROPERTY },
      moreUrls: {
        order: 12,
        title: 'More URLs',
        description: 'Of files that belong into the same table, one URL per line.',
        type: 'array',
        items: { type: 'string', pattern: URL_PATTERN, maxLength: URL_LENGTH },
        maxItems: 100,
        lines: true,
        ranges: true,
        examples: [['https://example.com/orders-old.csv']],
        group: 'several',
      },
      missingFiles: {
        order: 13,
        title: 'If a file isn’t there',
        description: 'Only matters for several files.',
        type: 'string',
        enum: ['fail', 'skip'],
        default: 'fail',
        group: 'several',
      },
    },
  },
  checkSteps: ['resolve', 'scan'],
  supportedSyncModes: ['full_refresh'],
  filtersRows: false,
  noticesUnchanged: true,
};

/** What a file is called in messages, and what its table is named after: the end of the URL's path, or its host. */
export function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  return last === undefined ? hostname : decoded(last);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).slice(0, 200);
  } catch {
    return part.slice(0, 200);
  }
}

/** One of several files. */
export interface NamedAddress {
  url: string;
  /** What the file is called in its rows and in messages. No two have the same name. */
  name: string;
}

/** Returns the files that become one table, or null if there is only one URL without a range. */
export function namedAddresses({ url, moreUrls = [] }: WebFileConfiguration): NamedAddress[] | null {
  if (moreUrls.length === 0 && !hasRange(url)) return null;
  const found = addressesOf([url, ...moreUrls], new Date());
  if (!Array.isArray(found))
    throw new FailureError(found.code === 'too_many' ? 'web_files_too_many' : 'web_files_range_wrong', {
      part: found.part,
      limit: MOST_ADDRESSES,
    });
  const ways = [
    ({ url: each }: (typeof found)[number]) => nameOf(each),
    ({ url: each }: (typeof found)[number]) => placeOf(each),
    ({ url: each, parts }: (typeof found)[number]) => [nameOf(each), ...parts].join(' '),
  ];
  for (const way of ways) {
    const names = found.map(way);
    if (new Set(names).size === names.length)
      return found.map((each, at) => ({ url: each.url, name: names[at]! }));
  }
  // What is left to tell them apart can be what lets people in.
  return found.map((each, at) => ({ url: each.url, name: `${nameOf(each.url)} ${at + 1}` }));
}

/** Host and path. What follows the path can be what lets people in. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`.slice(0, 300);
}

/** What several files are called together: it stays the same when a range becomes longer. */
export const patternOf = ({ url }: WebFileConfiguration): string => nameOf(withStars(url));

/** What the table of several files is named after: what their names share, or else their folder's. */
export function tableNameOfPattern({ url }: WebFileConfiguration): string {
  const { hostname, pathname } = new URL(withStars(url));
  const levels = pathname.split('/').filter(Boolean).reverse();
  for (const level of [...levels, hostname]) {
    const name = tableNameOf(decoded(level).replaceAll('*', ' '));
    if (name !== NO_NAME) return name;
  }
  return NO_NAME;
}

/** What a table is called if nothing in a file's name can be in a table's. */
const NO_NAME = tableNameOf('');
