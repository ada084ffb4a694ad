import type {
  Configuration,
  ConnectorSpecification,
  InstallationSettings,
} from '@headwater/protocol/protocol';
import type { DialectChoices } from '../files/csv/csv.dialect.ts';
import { SHEETS_PROPERTY } from '../files/files.config.ts';

/** How the sheets are read, as far as somebody chose. */
export type SheetsChoices = Pick<DialectChoices, 'header' | 'sheets'>;

export interface GoogleSheetsConfiguration extends SheetsChoices {
  url: string;
  /** The text of the key's JSON file. Without it, anyone with the link can open the spreadsheet. */
  serviceAccountKey?: string;
}

export const googleSheetsSpecification: ConnectorSpecification = {
  name: 'Google Sheets',
  category: 'file',
  supportLevel: 'built_in',
  aliases: ['google', 'sheets', 'spreadsheet', 'gsheet', 'google drive', 'workspace', 'table', 'excel'],
  tile: { letters: 'Gs', hue: 3 },
  takesUploads: false,
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Google Sheets',
    description: 'The sheets of a Google spreadsheet, read again with each sync.',
    type: 'object',
    required: ['url'],
    additionalProperties: false,
    properties: {
      url: {
        order: 0,
        title: 'Spreadsheet URL',
        description:
          'As it is in the browser, or from Share > Copy link. Everyone in the workspace can see it.',
        type: 'string',
        pattern:
          '^https://docs\\.google\\.com/(a/[^/?#\\s]+/)?spreadsheets/(u/\\d+/)?d/(e/)?[A-Za-z0-9_-]{10,200}([/?#]\\S*)?$',
        maxLength: 2_000,
        examples: ['https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz/edit'],
      },
      serviceAccountKey: {
        order: 1,
        title: 'Service account key',
        description:
          'The JSON file of the key. Leave this empty if anyone with the link can open the spreadsheet.',
        type: 'string',
        format: 'secret_file',
        contentMediaType: 'application/json',
        airbyte_secret: true,
        minLength: 1,
        maxLength: 20_000,
      },
      header: {
        order: 2,
        title: 'Header row',
        description: 'Detected per sheet unless you choose one.',
        type: 'string',
        enum: ['present', 'absent'],
        group: 'layout',
      },
      sheets: { order: 3, ...SHEETS_PROPERTY },
    },
  },
  checkSteps: ['resolve', 'sign_in', 'list', 'read_one_row'],
  supportedSyncModes: ['full_refresh'],
  filtersRows: false,
  noticesUnchanged: true,
};

/** Which spreadsheet a URL is of. One that is published to the web has another ID, and is only read by that. */
export interface SpreadsheetLink {
  id: string;
  isPublished: boolean;
}

/** Returns the parts of a valid configuration. */
export function configurationOf(given: Configuration): {
  link: SpreadsheetLink;
  key: string | null;
  choices: SheetsChoices;
} {
  const { url, serviceAccountKey, header, sheets } = given as unknown as GoogleSheetsConfiguration;
  const [, published, id = ''] = /\/d\/(e\/)?([A-Za-z0-9_-]+)/.exec(url) ?? [];
  const isPublished = published !== undefined;
  return {
    link: { id, isPublished },
    key: isPublished ? null : (serviceAccountKey ?? null),
    choices: { header, sheets },
  };
}

/** Where Google is. */
export interface Addresses {
  api: string;
  token: string;
  docs: string;
}

export function addressesOf({ googleSheetsUrl: url }: InstallationSettings): Addresses {
  return url === null
    ? {
        api: 'https://sheets.googleapis.com',
        token: 'https://oauth2.googleapis.com',
        docs: 'https://docs.google.com',
      }
    : { api: url, token: url, docs: url };
}
