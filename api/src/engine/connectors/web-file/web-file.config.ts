import type { ConnectorSpecification } from '../../protocol/protocol.ts';
import type { DialectChoices } from '../csv/csv.dialect.ts';
import { DIALECT_PROPERTIES } from '../files/files.config.ts';

export interface WebFileConfiguration extends DialectChoices {
  url: string;
}

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
    'json',
    'jsonl',
    'parquet',
    'sqlite',
    'gz',
    'zip',
    'zst',
    'open data',
  ],
  tile: { letters: 'Fw', hue: 2 },
  takesUploads: false,
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'File from the web',
    description: 'A file behind a URL, read again with each sync.',
    type: 'object',
    required: ['url'],
    additionalProperties: false,
    properties: {
      url: {
        order: 0,
        title: 'URL',
        description:
          'CSV, TSV, Excel, JSON, JSON Lines, Parquet, or SQLite, up to 2 GB. Everyone in the workspace can see this URL.',
        type: 'string',
        pattern: '^https?://[^\\s/?#@]+(/[^\\s#]*)?(\\?[^\\s#]*)?$',
        maxLength: 2_000,
        examples: ['https://example.com/orders.csv'],
      },
      ...DIALECT_PROPERTIES,
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
  if (last === undefined) return hostname;
  try {
    return decodeURIComponent(last).slice(0, 200);
  } catch {
    return last.slice(0, 200);
  }
}
