import type { SqlRun } from '@headwater/shared/contract';
import type { PlanStep, SandboxedStatement, StatementPlan } from '@headwater/warehouse';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { withTables, type MemberChange, type FoundTable } from './run-sql.ts';

/** A query with the values that its parameters have, if any. */
export type WrittenSql = Pick<SqlRun, 'sql'> & { parameters: Readonly<Record<string, string | null>> };

/** A table that a query uses, and which of its columns. None: the table as a whole. */
interface UsedTable {
  sourceConnectionId: string;
  tableName: string;
  columns: string[];
}

/** Returns the columns that a query's result has, and what its parameters are. Throws what is wrong with it. */
export const columnsOfSql = async (
  services: Services,
  workspace: Workspace,
  written: WrittenSql,
  circumstances: MemberChange,
): Promise<Pick<StatementPlan, 'columns' | 'parameters'>> =>
  withTables(
    services,
    workspace,
    { sql: written.sql, parameters: null },
    circumstances,
    async (statement, tables) => {
      const plan = { tables, parameters: written.parameters, isForUses: true };
      const { columns, parameters } = await statement.plan(plan);
      return { columns, parameters };
    },
  );

/**
 * Returns the tables that a query uses, and the columns on which its result depends. Of a query that can't be planned
 * now, for example because a column is gone, it returns the tables as a whole, or none if one of them is unknown.
 */
export async function usesOfSql(
  services: Services,
  workspace: Workspace,
  written: WrittenSql,
  circumstances: MemberChange,
): Promise<UsedTable[]> {
  let uses: UsedTable[] = [];
  try {
    await withTables(
      services,
      workspace,
      { sql: written.sql, parameters: null },
      circumstances,
      async (statement, tables, found) => {
        uses = found.map((table) => usedOf(table, []));
        uses = await usesIn(statement, { tables, parameters: written.parameters }, found);
      },
    );
  } catch (error) {
    // Someone can save what doesn't run yet, but not while nothing can be said about it.
    if (!(error instanceof Refusal) || error.kind === 'limited' || error.kind === 'unavailable') throw error;
  }
  return uses;
}

/** Returns what a statement that was checked uses of the tables that were found for it. */
export async function usesIn(
  statement: SandboxedStatement,
  run: Omit<Parameters<SandboxedStatement['plan']>[0], 'isForUses'>,
  found: readonly FoundTable[],
): Promise<UsedTable[]> {
  const { steps } = await statement.plan({ ...run, isForUses: true });
  return found.flatMap((table) => {
    const scans = scansOf(steps, table.path);
    return scans.length === 0 && table.mayBeOwn ? [] : usedOf(table, columnsRead(scans, table));
  });
}

const usedOf = ({ version }: FoundTable, columns: string[]): UsedTable => ({
  sourceConnectionId: version.sourceConnectionId,
  tableName: version.tableName,
  columns,
});

/** The engine names columns as SQL does, some in quotes. */
function columnsRead(scans: readonly PlanStep[], { version }: FoundTable): string[] {
  const read = new Set(scans.flatMap(({ facts }) => facts.Projections ?? []));
  return version.columns
    .map(({ name }) => name)
    .filter((name) => read.has(name) || read.has(`"${name.replaceAll('"', '""')}"`));
}

const scansOf = (steps: readonly PlanStep[], path: string): PlanStep[] =>
  steps.flatMap((step) => [...(step.path === path ? [step] : []), ...scansOf(step.children, path)]);
