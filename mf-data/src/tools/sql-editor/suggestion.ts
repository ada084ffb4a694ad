import { sqlName } from '@headwater/shared/contract';

/** A name that the engine knows, in place of one that it doesn't. */
export interface Suggestion {
  name: string;
  /** The query with it. */
  sql: string;
}

/** How the engine ends what it says about an unknown name. */
const CANDIDATES = /(?:Candidate bindings:|Did you mean)\s*:?\s*"((?:[^"]|"")+)"/;
/** A name with those before it: `o.total`, `"Shop".orders`. */
const PATH = /^(?:(?:"(?:[^"]|"")*"|[\p{L}_][\p{L}\d_$]*)\s*\.\s*)*("(?:[^"]|"")*"|[\p{L}_][\p{L}\d_$]*)/u;

/** The engine names some column in any case. Only one that is nearly written so is meant. */
const EDITS_MAX = 2;

/** Returns what the engine suggests instead of the name at a position of a query, or null. */
export function suggestionIn(message: string, sql: string, position: number): Suggestion | null {
  const candidates = CANDIDATES.exec(message);
  const candidate = candidates?.[1]?.replaceAll('""', '"').split('.').at(-1);
  const found = PATH.exec(sql.slice(position));
  const written = found?.[1];
  if (!candidates || !candidate || !written) return null;
  const unknown = message.slice(0, candidates.index);
  const before = written.replaceAll(/^"|"$/g, '');
  if (!unknown.includes(`"${before}"`) || editsBetween(before, candidate) > EDITS_MAX) return null;
  const end = position + found[0].length;
  return {
    name: candidate,
    sql: sql.slice(0, end - written.length) + sqlName(candidate) + sql.slice(end),
  };
}

/** Returns how many letters have to be added, left out, or replaced to get from one text to another, regardless of case. */
function editsBetween(one: string, other: string): number {
  const letters = [...other.toLowerCase()];
  let row = Array.from({ length: letters.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one.toLowerCase()].entries()) {
    const next = [line + 1];
    for (const [at, wanted] of letters.entries())
      next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (letter === wanted ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
