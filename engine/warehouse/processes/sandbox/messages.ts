import type { QueryFault, QueryFile } from '../query/messages.ts';
import type { PlanStep } from './plan.ts';

/** How a statement names a table: `catalog.schema.name`. Parts that it leaves out are empty. */
export interface TablePath {
  catalog: string;
  schema: string;
  name: string;
}

/** A table that a statement names, and where: in bytes from the start. */
export interface TableReference extends TablePath {
  position: number | null;
  /** The statement also gives this name to a query of its own, which may be meant. */
  mayBeOwn: boolean;
}

/** What is wrong with a statement, for the one who wrote it. */
export interface StatementFault {
  kind:
    | 'empty'
    | 'several'
    | 'not_a_query'
    | 'syntax'
    | 'function'
    | 'not_supported'
    | 'positional_parameter'
    | 'too_many_columns'
    /** The value of a parameter has another type than what it's compared with: `message` says which. */
    | 'parameter'
    /** A file of its rows would be larger than it may be. */
    | 'too_many_rows'
    /** The engine says it in words, when it looks at columns and types or computes values. */
    | 'failed';
  /** How many columns there may be. */
  most?: number;
  /** The function, the part of the language, or the parameter. */
  name?: string;
  /** The engine's own words. */
  message?: string;
  /** In bytes from the start. */
  position: number | null;
}

export interface CheckedStatement {
  tables: TableReference[];
  /** The names of its parameters, without `$`. */
  parameters: string[];
  /** The zone in which it runs: its own, or the one that was given. */
  zone: string;
}

/** A version of a table, under the name that the statement has for it. */
export interface ReachableTable extends TablePath {
  file: QueryFile;
  columns: readonly string[];
}

export interface SandboxOptions {
  memoryBytes: number;
  /** The process ends itself when it has more than this. */
  residentBytes: number;
  threads: number;
}

export interface StatementRun {
  tables: readonly ReachableTable[];
  limit: number;
  /** Values as text, by the parameters' names. */
  parameters: Readonly<Record<string, string | null>>;
}

export interface StatementToPlan extends Omit<StatementRun, 'limit'> {
  /** Whether the plan is to show which columns the statement uses, instead of how it would run. */
  isForUses: boolean;
}

export interface ResultColumn {
  name: string;
  /** As the engine names it. */
  type: string;
}

export interface StatementResult {
  columns: ResultColumn[];
  /** `"rows":[…],"cut":[…]`, as for a page of a table's rows. */
  json: Uint8Array;
  rows: number;
  /** Why there may be more rows: the limit was reached, or the size that a result may have. Null if these are all. */
  isCutBy: 'limit' | 'size' | null;
  milliseconds: number;
  /** How many rows of tables were read for it. Null if that isn't known, or would count rows that the reader may not see. */
  rowsRead: number | null;
}

/** What is to become of all rows of a statement: a version file. */
export interface StatementWrite extends Omit<StatementRun, 'limit'> {
  /** Where the file is written. A leftover is replaced. */
  path: string;
  rowsMax: number;
  bytesMax: number;
}

/** A column of a written file, and the type that the statement gave it. */
export interface WrittenColumn extends ResultColumn {
  sourceType: string;
}

export interface WrittenFile {
  columns: WrittenColumn[];
  rows: number;
  bytes: number;
  /** In hex. */
  sha256: string;
}

export interface StatementPlan {
  columns: ResultColumn[];
  /** What its parameters are compared with. */
  parameters: ResultColumn[];
  steps: PlanStep[];
}

export type ToSandbox =
  | { type: 'open'; options: SandboxOptions }
  | { type: 'check'; sql: string; zone: string }
  | { type: 'prepare'; prepare: Omit<StatementRun, 'limit'> }
  | { type: 'run'; run: StatementRun }
  | { type: 'write'; write: StatementWrite }
  | { type: 'plan'; plan: StatementToPlan };

export type FromSandbox =
  | { type: 'ready' }
  | { type: 'checked'; checked: CheckedStatement }
  | { type: 'prepared'; columns: ResultColumn[] }
  | { type: 'result'; result: StatementResult }
  | { type: 'written'; written: WrittenFile }
  | { type: 'planned'; planned: StatementPlan }
  | { type: 'refused'; fault: StatementFault }
  | { type: 'failed'; fault: QueryFault; message: string };
