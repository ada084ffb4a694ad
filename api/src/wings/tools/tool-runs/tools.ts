import type { TObject } from '@sinclair/typebox';
import type { TOOL_OUTCOMES } from '@headwater/shared/contract';
import { bodyCheck } from '../../../http/validation.ts';
import type { QueryRequest, QueryResult } from '@headwater/warehouse';
import type { Services } from '../../../http/services.ts';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import type { ReadableVersion } from '../../tables/tables/index.ts';

/** What a tool is set up to do, as its schema has it. */
export type ToolConfig = Record<string, unknown>;

/** The current version of a table, or the one that is named. */
export interface VersionToRead {
  readonly tableId: string;
  readonly version?: number;
}

/** A table that a tool reads. */
export interface TableToRead extends VersionToRead {
  /** The columns that the table has to have. Empty if the tool works with any. */
  readonly columns: readonly string[];
}

/** A version that stays readable until the run ends. */
export interface OpenTable extends ReadableVersion {
  readonly file: { path: string; bytes: number };
}

/** A version with the name by which SQL knows its table. */
export interface TableInQuery extends ReadableVersion {
  readonly schema: string;
  readonly name: string;
  readonly isUnique: boolean;
}

export interface ToolContext {
  readonly services: Services;
  /** Whose turn the run's queries take. */
  readonly requester: Requester;
  /** Only a part of the rows is to be read. */
  readonly isSample: boolean;
  /** The versions, in the order of `tablesOf`. */
  readonly tables: readonly OpenTable[];
  /** Aborted when the run is canceled. */
  readonly signal: AbortSignal;
  /** Runs a query in the process for tools, which is one of low priority. */
  query<Request extends QueryRequest>(request: Request): Promise<QueryResult<Request>>;
  /** Says which share is done, from 0 to 1. Throws if the run was canceled. */
  progress(share: number): Promise<void>;
}

export interface ToolFindings {
  /** `found` if there is something to look at. */
  readonly outcome: (typeof TOOL_OUTCOMES)[number];
  /** What a list of runs shows. */
  readonly figures: Record<string, number>;
  /** At most 256 KB as JSON. */
  readonly result: object;
}

/** A data tool: something that is set up, run in the background, and says what it has found. */
export interface Tool<Config extends object = ToolConfig> {
  /** Its name in URLs. */
  readonly slug: string;
  readonly config: TObject;
  /** Whether results have values of the tables. They are withheld when these tables' columns are masked. */
  readonly showsValues: boolean;
  tablesOf(config: Config): TableToRead[];
  /** Returns what doesn't fit the tables, with pointers into the config. Called before something is saved or run. */
  faultsOf?(config: Config, tables: readonly ReadableVersion[]): Fault[];
  /** Returns the SQL of a config that fits its tables, for tools whose result is a query. */
  queryOf?(config: Config, tables: readonly TableInQuery[]): string;
  /** Throws a Refusal that says what is wrong, if it can't end. */
  run(config: Config, context: ToolContext): Promise<ToolFindings>;
}

interface KnownTool {
  readonly tool: Tool;
  readonly check: ReturnType<typeof bodyCheck>;
}

/** The tools of this product. Their modules add them before the first request. */
export class Tools {
  readonly #tools = new Map<string, KnownTool>();

  add<Config extends object>(tool: Tool<Config>): void {
    this.#tools.set(tool.slug, { tool: tool as unknown as Tool, check: bodyCheck(tool.config) });
  }

  /** Throws a 404 for a name that no tool has. */
  get(slug: string): Tool {
    const known = this.#tools.get(slug);
    if (!known) throw new Refusal('not_found');
    return known.tool;
  }

  /** Throws everything about a config that its tool's schema doesn't allow. */
  requireValid(slug: string, config: ToolConfig): void {
    const checked = this.#tools.get(slug)!.check(config);
    if ('error' in checked) throw belowConfig(checked.error.faults);
  }
}

/** Returns a refusal whose pointers lead into the config of a request's body. */
export function belowConfig(faults: readonly Fault[]): Refusal {
  const [first, ...others] = faults.map((fault) => ({
    ...fault,
    pointer: `/data/attributes/config${fault.pointer ?? ''}`,
  }));
  return new Refusal([first!, ...others]);
}
