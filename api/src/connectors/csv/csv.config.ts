import type { ConnectorSpecification } from '../protocol.ts';

export interface CsvConfiguration {
  files: { uploadId: string; tableName?: string }[];
  delimiter?: string;
}

export const csvSpecification: ConnectorSpecification = {
  name: 'CSV files',
  category: 'file',
  supportLevel: 'built_in',
  aliases: ['csv', 'tsv', 'excel', 'spreadsheet', 'file', 'upload', 'text'],
  tile: { letters: 'Cs', hue: 2 },
  takesUploads: true,
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'CSV files',
    type: 'object',
    required: ['files'],
    additionalProperties: false,
    properties: {
      files: {
        order: 0,
        title: 'Files',
        description: 'CSV or TSV in UTF-8 with a header line, up to 2 GB each. Every file becomes a table.',
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
              pattern: '^[\\p{L}\\p{N}_]{1,120}$',
            },
          },
        },
      },
      delimiter: {
        order: 1,
        title: 'Delimiter',
        description: 'Found by itself unless chosen.',
        type: 'string',
        enum: [',', ';', '\t', '|'],
      },
    },
  },
  checkSteps: ['scan'],
};
