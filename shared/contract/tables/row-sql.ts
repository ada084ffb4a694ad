import { Type, type Static } from '@sinclair/typebox';
import { document, object, resource } from '../ground/json-api.ts';

/** Rows of a table as a statement, which the SQL editor runs as it is. */
const rowSqlAttributes = object({ sql: Type.String() });
export type RowSqlAttributes = Static<typeof rowSqlAttributes>;
export const rowSqlDocument = document(resource('row_sql', rowSqlAttributes));
