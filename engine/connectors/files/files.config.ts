import {
  CHOSEN_TYPES,
  FILE_TABLE_NAME,
  SHEET_RANGE,
  type SheetChoice,
} from '@headwater/shared/contract/plain';
import type { ConnectorSpecification } from '@headwater/protocol/protocol';
import type { DialectChoices } from './csv/csv.dialect.ts';
import { ENCODINGS } from './csv/csv.encoding.ts';
import { DELIMITERS } from './csv/csv.shape.ts';

export interface FilesConfiguration extends DialectChoices {
  files: { uploadId: string; tableName?: string; sheets?: SheetChoice[] }[];
}

/** The choices of how text is read. Files of other kinds need none. */
export const DIALECT_PROPERTIES = {
  delimiter: {
    order: 1,
    title: 'Delimiter',
    description: 'Detected per file unless you choose one.',
    type: 'string',
    enum: DELIMITERS,
    group: 'dialect',
  },
  encoding: {
    order: 2,
    title: 'Encoding',
    description: 'Detected per file unless you choose one.',
    type: 'string',
    enum: ENCODINGS,
    group: 'dialect',
  },
  header: {
    order: 3,
    title: 'Header line',
    description: 'Whether the first line has the names of the columns.',
    type: 'string',
    enum: ['present', 'absent'],
    group: 'dialect',
  },
  quote: {
    order: 4,
    title: 'Quote character',
    description: 'Around values that contain the delimiter or line breaks.',
    type: 'string',
    enum: ['"', "'", 'none'],
    group: 'dialect',
  },
  escape: {
    order: 5,
    title: 'Quotes within values',
    description: 'How a quote character within a quoted value is written.',
    type: 'string',
    enum: ['doubled', 'backslash'],
    group: 'dialect',
  },
  shortRows: {
    order: 6,
    title: 'Rows that end early',
    description: 'Filled with NULL unless you choose that they are rejected.',
    type: 'string',
    enum: ['filled', 'rejected'],
    group: 'dialect',
  },
  decimalMark: {
    order: 7,
    title: 'Decimal mark',
    description: 'Detected from all values of a file unless you choose one.',
    type: 'string',
    enum: ['point', 'comma'],
    group: 'dialect',
  },
  dateOrder: {
    order: 8,
    title: 'Date order',
    description: 'How to read dates such as 03/04/2026.',
    type: 'string',
    enum: ['dmy', 'mdy'],
    group: 'dialect',
  },
  nullWords: {
    order: 9,
    title: 'Words for empty values',
    description: 'Loaded as NULL, also in text columns. Separate with commas.',
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 64 },
    maxItems: 20,
    examples: [['N/A', 'none']],
    group: 'dialect',
  },
};

/** Which uploads, and which files in a zip file, are one table. */
export const TOGETHER_PROPERTY = {
  order: 10,
  title: 'Files that are one table',
  description:
    'One pattern per line, such as orders-*.csv. Without patterns, files in a zip whose names only differ in numbers and dates are one table if they have most columns in common.',
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 200 },
  minItems: 1,
  maxItems: 50,
  lines: true,
  examples: [['orders-*.csv']],
  group: 'archive',
};

/** Where the tables of a workbook are, which is found from its cells unless somebody chooses it. */
export const SHEETS_PROPERTY = {
  title: 'Sheets',
  description: 'How sheets of a workbook are read. Whatever isn’t chosen is detected.',
  type: 'array',
  format: 'sheets',
  maxItems: 100,
  items: {
    type: 'object',
    required: ['sheet'],
    additionalProperties: false,
    properties: {
      sheet: { description: 'The name of the sheet.', type: 'string', minLength: 1, maxLength: 200 },
      headerRow: {
        description: 'The number of the row with the names of the columns. 0 if there is none.',
        type: 'integer',
        minimum: 0,
        maximum: 1_048_576,
      },
      range: {
        description: 'The cells of the table, such as B3:F200 or B:F.',
        type: 'string',
        pattern: SHEET_RANGE,
      },
      columns: {
        type: 'array',
        maxItems: 1_000,
        items: {
          type: 'object',
          required: ['column'],
          additionalProperties: false,
          properties: {
            column: { description: 'The letters of the column.', type: 'string', pattern: '^[A-Z]{1,3}$' },
            name: { type: 'string', minLength: 1, maxLength: 200 },
            type: { type: 'string', enum: [...CHOSEN_TYPES] },
          },
        },
      },
    },
  },
};

export const filesSpecification: ConnectorSpecification = {
  name: 'Files',
  category: 'file',
  supportLevel: 'built_in',
  aliases: [
    'csv',
    'tsv',
    'txt',
    'excel',
    'xlsx',
    'xlsm',
    'ods',
    'opendocument',
    'libreoffice',
    'spreadsheet',
    'workbook',
    'json',
    'jsonl',
    'ndjson',
    'geojson',
    'parquet',
    'sqlite',
    'db',
    'gz',
    'gzip',
    'zip',
    'zst',
    'upload',
    'text',
  ],
  tile: { letters: 'Fi', hue: 2 },
  takesUploads: true,
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Files',
    type: 'object',
    required: ['files'],
    additionalProperties: false,
    properties: {
      files: {
        order: 0,
        title: 'Files',
        description:
          'CSV, TSV, Excel, OpenDocument, JSON, JSON Lines, Parquet, and SQLite files, up to 2 GB each. They can be compressed, many files in one zip.',
        type: 'array',
        minItems: 1,
        maxItems: 50,
        items: {
          type: 'object',
          required: ['uploadId'],
          additionalProperties: false,
          properties: {
            uploadId: { type: 'string', pattern: '^upl_[0-9a-z]{26}$' },
            tableName: {
              description: 'The table that the file is loaded into. Follows the file’s name unless given.',
              type: 'string',
              pattern: FILE_TABLE_NAME,
            },
            sheets: SHEETS_PROPERTY,
          },
        },
      },
      ...DIALECT_PROPERTIES,
      together: TOGETHER_PROPERTY,
    },
  },
  checkSteps: ['scan'],
  supportedSyncModes: ['full_refresh'],
  filtersRows: false,
};
