import { Type, type Static } from '@sinclair/typebox';
import { collection, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { DECISIONS_MAX } from './connection-limits.ts';
import {
  type CHANGE_POLICIES,
  DEPENDENT_PARTS,
  DEPENDENT_TYPES,
  SCHEMA_CHANGE_STATES,
  TYPE_CHANGES,
} from '../ground/words.ts';

export type ChangePolicy = (typeof CHANGE_POLICIES)[number];
export type DependentType = (typeof DEPENDENT_TYPES)[number];
export type SchemaChangeState = (typeof SCHEMA_CHANGE_STATES)[number];

/** How many columns of a kind a change has, and the first of them. */
const columns = <const P extends Parameters<typeof object>[0]>(properties: P) =>
  object({ total: Type.Integer(), first: Type.Array(object({ name: Type.String(), ...properties })) });

/** A part of a report: a card, a filter, or what its template reads. The template has no name here. */
export const dependentPart = object({ kind: word(DEPENDENT_PARTS), name: Type.String() });
export type DependentPart = Static<typeof dependentPart>;

/** What uses the table or one of its columns. */
const dependent = object({
  type: word(DEPENDENT_TYPES),
  /** Of a document. Absent for what belongs to the table itself, and for what was decided before documents were named by it. */
  id: Type.Optional(Type.String()),
  /** Which parts of the document use them. */
  parts: Type.Optional(Type.Array(dependentPart)),
  /** The views that it reads, if it's them that use the columns, or their tables. */
  through: Type.Optional(Type.Array(Type.String())),
  /** The changed columns that it uses. Empty if it uses the table as a whole. */
  columns: Type.Array(Type.String()),
  /** The connection whose schedule it is, or the document; null for what belongs to the table itself. */
  name: nullable(Type.String()),
});
export type Dependent = Static<typeof dependent>;

export const schemaChangeAttributes = object({
  tableName: Type.String(),
  /** Whether the table as a whole is new or gone; null if its columns changed. */
  table: nullable(word(['added', 'removed'])),
  /** With their types at the source. */
  addedColumns: columns({ type: Type.String() }),
  removedColumns: columns({ type: Type.String() }),
  retypedColumns: columns({ from: Type.String(), to: Type.String(), change: word(TYPE_CHANGES) }),
  /** Columns that may be NULL now, or not anymore. */
  nullableColumns: columns({ nullable: Type.Boolean() }),
  /** The source's own key. */
  key: nullable(object({ from: Type.Array(Type.String()), to: Type.Array(Type.String()) })),
  /** Whether it needs a decision, whatever the policy is. */
  breaking: Type.Boolean(),
  /** What it affects. As of the decision, once there is one. */
  impact: Type.Array(dependent),
  state: word(SCHEMA_CHANGE_STATES),
  /** Whether the table isn't synced until someone decides. */
  holdsTable: Type.Boolean(),
  /** False if the table needs another key, cursor, or filter first. */
  canApprove: Type.Boolean(),
  /** The first version of the table with the new columns; null if there is none yet. */
  fromVersion: nullable(Type.Integer()),
  foundAt: timestamp(),
  decidedAt: nullable(timestamp()),
  /** A user's name at that time. Null if the policy decided. */
  decidedBy: nullable(Type.String()),
});
export type SchemaChangeAttributes = Static<typeof schemaChangeAttributes>;
const schemaChangeResource = resource('schema_changes', schemaChangeAttributes);
export type SchemaChangeResource = Static<typeof schemaChangeResource>;
export const schemaChangeCollection = collection(schemaChangeResource);

export const schemaChangeDecisionBody = requestBody(
  'schema_change_decisions',
  object({
    decision: word(['approve', 'ignore']),
    /** Their IDs. */
    changes: Type.Array(Type.String(), { minItems: 1, maxItems: DECISIONS_MAX, uniqueItems: true }),
  }),
);
