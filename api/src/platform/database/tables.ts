import type { ColumnType, SelectType } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * The tables that a workspace-scoped transaction can use, all under row-level security. Each module adds its
 * own next to its repository: `declare module './tables.ts' { interface WorkspaceTables { runs: Table<'runs'> } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the modules, see above
export interface WorkspaceTables {}

/**
 * Tables outside any workspace (people, sessions, analytics), seen only by identity,
 * superuser, and the schedulers.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the modules, see above
export interface InstallationTables {}

/**
 * The rows of a table as the schema has them. `Narrower` says what columns contain, if the product writes nothing else:
 * objects in jsonb, or some texts. Whether it can be null, or left out of an insert, is for the schema to say.
 */
export type Table<Name extends keyof Schema, Narrower extends Fitting<Name, Narrower> = object> = {
  [Column in keyof Schema[Name]]: Column extends keyof Narrower
    ? Narrowed<Schema[Name][Column], Narrower[Column]>
    : Schema[Name][Column];
};

/** Only columns that exist, with values that they can have. */
type Fitting<Name extends keyof Schema, Narrower> = {
  [Column in keyof Narrower]: Column extends keyof Schema[Name]
    ? NonNullable<SelectType<Schema[Name][Column]>>
    : never;
};

type Narrowed<Column, Value> =
  Column extends ColumnType<infer Read, infer Inserted, infer Updated>
    ? unknown extends Read
      ? ColumnType<Value | Extract<Inserted, null>, Inserted, Updated>
      : ColumnType<
          Value | Extract<Read, null>,
          Value | Extract<Inserted, null | undefined>,
          Value | Extract<Updated, null>
        >
    : Value | Extract<Column, null>;
