import { Type, type Static } from '@sinclair/typebox';
import { nullable, object, requestBody } from './json-api.ts';
import { UNSEEN } from './unseen.ts';
import type { DESCRIBED_BY } from './words.ts';
import {
  COLUMN_DESCRIPTION_MAX,
  TABLE_DESCRIPTION_MAX,
  TABLE_TAGS_MAX,
  TAG_MAX,
} from './table-description-limits.ts';

const member = object({ id: Type.String(), name: Type.String() });

/** The columns that have a description. */
const columns = Type.Array(object({ name: Type.String(), description: Type.String() }));

/** What people say about a table, and what its source does. Where people say something, that counts. */
export const tableDescription = object({
  /** Empty if nobody has written one. So is a column's. */
  description: Type.String(),
  /** The member of the workspace whom to ask. */
  owner: nullable(member),
  tags: Type.Array(Type.String()),
  columns,
  /** The comments that the source has on the table and its columns, as of when it was last listed. Empty without any. */
  source: object({ description: Type.String(), columns }),
  /** Increases with each change, from 0. An edit sends the one that it has seen. */
  version: Type.Integer(),
});
export type TableDescription = Static<typeof tableDescription>;

/** What is said about a table or a column, and who says it. */
export interface Said {
  text: string;
  by: (typeof DESCRIBED_BY)[number];
}

/** Returns what is said about a table: people's words, or else its source's. */
export const saidOfTable = ({ description, source }: TableDescription): Said | null =>
  said(description, source.description);

/** Returns what is said about the columns of a table, by their names. */
export function saidOfColumns({ columns: byPeople, source }: TableDescription): Map<string, Said> {
  const all = [
    ...source.columns.map((one) => [one, 'source'] as const),
    ...byPeople.map((one) => [one, 'people'] as const),
  ];
  return new Map(all.map(([{ name, description: text }, by]) => [name, { text, by }]));
}

const said = (byPeople: string, bySource: string): Said | null => {
  if (byPeople !== '') return { text: byPeople, by: 'people' };
  return bySource === '' ? null : { text: bySource, by: 'source' };
};

// Lines and tabs are fine in a description, and other control characters aren't.
const text = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]*$' });

const tableDescriptionChange = object({
  description: Type.Optional(text(TABLE_DESCRIPTION_MAX)),
  ownerId: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  tags: Type.Optional(
    Type.Array(
      Type.String({
        minLength: 1,
        maxLength: TAG_MAX,
        pattern: `^[^\\s,${UNSEEN}]([^,${UNSEEN}]*[^\\s,${UNSEEN}])?$`,
      }),
      {
        maxItems: TABLE_TAGS_MAX,
      },
    ),
  ),
  /** Only these columns are changed. */
  columns: Type.Optional(
    Type.Array(
      object({ name: Type.String({ maxLength: 1_000 }), description: text(COLUMN_DESCRIPTION_MAX) }),
      {
        maxItems: 100,
      },
    ),
  ),
});
export type TableDescriptionChange = Static<typeof tableDescriptionChange>;
export const tableDescriptionBody = requestBody('table_descriptions', tableDescriptionChange);
