import { Type, type Static } from '@sinclair/typebox';
import { nullable, object, requestBody } from '../ground/json-api.ts';
import { UNSEEN } from '../ground/unseen.ts';
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
