/** A step of how the engine would run a statement, with the steps whose rows it takes. */
export interface PlanStep {
  /** The engine's word for it: `HASH_JOIN`. */
  operator: string;
  /** What it says about it, such as its conditions, in the statement's own names. */
  facts: Readonly<Record<string, readonly string[]>>;
  /** About how many rows come out of it. Null if the engine makes no guess. */
  rows: number | null;
  /** The file that it reads. Null if it reads none. */
  path: string | null;
  children: PlanStep[];
}

/**
 * Everything that the engine may do to a statement before it runs, except for leaving out columns that don't matter to
 * the result. What is read then is what the statement uses: nothing has been read from statistics instead.
 */
export const ALL_BUT_UNUSED_COLUMNS = `select string_agg(name, ',') from duckdb_optimizers() where name <> 'unused_columns'`;

interface Node {
  name: string;
  extra_info: Readonly<Record<string, string | readonly string[]>>;
  children: readonly Node[];
}

/** Facts that say something to whoever wrote the statement. */
const TOLD = new Set(['Projections', 'Filters', 'Conditions', 'Join Type', 'Expression', 'Top', 'Groups']);

/** Reads the engine's plan. `files` gives the paths of files by their names in the engine. */
export function readPlan(text: string, files: ReadonlyMap<string, string>): PlanStep[] {
  return (JSON.parse(text) as Node[]).map((node) => stepOf(node, files));
}

function stepOf({ name, extra_info: info, children }: Node, files: ReadonlyMap<string, string>): PlanStep {
  const facts = Object.entries(info).flatMap(([key, value]) =>
    TOLD.has(key) ? [[key, [value].flat().filter((one) => one !== '')] as const] : [],
  );
  const rows = info['Estimated Cardinality'];
  return {
    operator: name.trim(),
    facts: Object.fromEntries(facts),
    rows: typeof rows === 'string' && /^\d+$/.test(rows) ? Number(rows) : null,
    path: files.get(String(info.Table ?? '').split('.')[0]!) ?? null,
    children: children.map((child) => stepOf(child, files)),
  };
}
