import { isGroupable, isMoment, isNumeric, type Column, type TableAttributes } from '../contract/index.ts';
import type { ReportTemplate, RoleKind, TemplateRole } from './template.ts';
import { wordsOf } from './words-of.ts';

/** What matching needs to know of a table. */
export interface MatchedTable {
  readonly id: string;
  readonly tableName: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** Null if it was never synced. */
  readonly version: number | null;
  readonly rows: number | null;
  readonly selection?: TableAttributes['selection'];
}

/** A column for a role, and how sure that is, from 0 to 1. */
export interface Match {
  column: string;
  confidence: number;
  /** It isn't called like the role, but no other column of the table could be meant. */
  isOnly?: true;
}

export const SURE = 0.8;
const LIKELY = 0.5;
/** A part of a name that is an alias says less than the whole name. */
const PART = 0.72;
const STEP = 0.01;

const FITS: Record<RoleKind, (column: Column) => boolean> = {
  moment: isMoment,
  number: isNumeric,
  group: (column) => isGroupable(column) && !isMoment(column),
};

/** Returns the columns that a role can have, in the table's order. Those with an underscore first are the product's. */
export const columnsFor = ({ kind }: TemplateRole, { columns }: Pick<MatchedTable, 'columns'>): Column[] =>
  columns.filter((column) => FITS[kind](column) && column.lost === undefined && !column.name.startsWith('_'));

/** Returns the column of each role that has a likely one. No column is suggested twice. */
export function matchRoles(template: ReportTemplate, table: MatchedTable): Map<string, Match> {
  const isKey = (name: string) => table.primaryKey.length === 1 && table.primaryKey[0] === name;
  const candidates = template.roles
    .flatMap((role) =>
      columnsFor(role, table)
        .filter(({ name }) => !isKey(name))
        .map(({ name: column }) => ({ role: role.id, column, confidence: likeness(column, role.aliases) })),
    )
    .filter(({ confidence }) => confidence >= LIKELY)
    .toSorted((one, other) => other.confidence - one.confidence);
  const found = new Map<string, Match>();
  const taken = new Set<string>();
  for (const { role, column, confidence } of candidates) {
    if (found.has(role) || taken.has(column)) continue;
    found.set(role, { column, confidence });
    taken.add(column);
  }
  // Of another subject, a table has a date, too.
  if (template.roles.some(({ id, required }) => required && found.has(id)))
    for (const role of template.roles) {
      const [only, ...others] = columnsFor(role, table);
      const isNeeded = role.kind === 'moment' && role.required && !found.has(role.id);
      if (isNeeded && only && others.length === 0 && !taken.has(only.name))
        found.set(role.id, { column: only.name, confidence: LIKELY, isOnly: true });
    }
  return found;
}

/** Returns how much a column's name is like one of the aliases, of which earlier ones say more. */
function likeness(name: string, aliases: readonly string[]): number {
  const plain = plainName(name);
  const whole = aliases.indexOf(plain);
  if (whole >= 0) return 1 - whole * STEP;
  const part = aliases.findIndex((alias) => `_${plain}_`.includes(`_${alias}_`));
  return part < 0 ? 0 : PART - part * STEP;
}

/** Returns `placedAt` and `Placed At` as `placed_at`. */
const plainName = (name: string) => wordsOf(name).join('_');

/** How far a workspace's tables have what a template needs. */
export interface Readiness {
  state: 'ready' | 'almost' | 'missing';
  /** The table that has the most of it. Null if none comes close, or if it's made once somebody needs it. */
  table: MatchedTable | null;
  /** How many of the roles have a column there. */
  found: number;
  /** The required roles that have none. */
  missing: readonly TemplateRole[];
}

/** Returns how ready a template is, by the table that fits best. */
export function readinessOf(template: ReportTemplate, tables: readonly MatchedTable[]): Readiness {
  const [best] = rankTables(template, tables);
  const missing = template.roles.filter(({ id, required }) => required && !best?.matches.has(id));
  const required = template.roles.filter((role) => role.required).length;
  const isRequired = (role: string) => template.roles.some(({ id, required: is }) => is && id === role);
  // Somebody has begun to sync, so there are runs to make the table of.
  if (!best && template.isBuiltIn && tables.length > 0)
    return { state: 'ready', table: null, found: required, missing: [] };
  // Every table has something that may be meant. What counts is what is called so.
  const named = best
    ? [...best.matches].filter(([role, { isOnly }]) => !isOnly && isRequired(role)).length
    : 0;
  if (!best || named < required / 2) return { state: 'missing', table: null, found: 0, missing };
  const { table, matches } = best;
  return { state: missing.length === 0 ? 'ready' : 'almost', table, found: matches.size, missing };
}

/** Returns the tables with rows, those first that fit the template best. */
export function rankTables<T extends MatchedTable>(template: ReportTemplate, tables: readonly T[]) {
  const required = new Set(template.roles.filter((role) => role.required).map(({ id }) => id));
  return tables
    .filter(({ version }) => version !== null)
    .filter(({ selection }) => !template.isBuiltIn || selection === 'built_in')
    .map((table) => {
      const matches = matchRoles(template, table);
      const isNamed = template.tables.test(plainName(table.tableName));
      // Of a table of this subject, the only date is meant, whatever it's called.
      const has = [...matches].filter(([role, { isOnly }]) => required.has(role) && (isNamed || !isOnly));
      const sureness = [...matches.values()].reduce((sum, { confidence }) => sum + confidence, 0);
      // What is required comes first, then a telling name of the table, then all that fits.
      const score = has.length * 100 + (isNamed ? 50 : 0) + sureness;
      return { table, matches, score };
    })
    .toSorted((one, other) => other.score - one.score || (other.table.rows ?? 0) - (one.table.rows ?? 0));
}
