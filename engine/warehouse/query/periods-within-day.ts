import type { Grain } from '@headwater/shared/contract';
import { balancedCase } from './balanced-case.ts';
import type { Range } from './column-extent.ts';
import { offsetsIn } from './zone-offsets.ts';

/** The hours or the minutes of a zone's clocks, as UTC times in milliseconds and in SQL. */
export interface PeriodsWithinDay {
  /** Returns the beginning of the period in which a moment is. */
  beginOf(time: number): number;
  /** Returns SQL for the beginning of the period in which a UTC time is. */
  beginSql(time: string): string;
  /** Returns SQL for the list of all beginnings from one to another. */
  listSql(first: string, last: string): string;
}

/** From a moment on, periods begin so much before whole ones of UTC. */
interface Phase {
  from: number;
  shift: number;
}

/**
 * Returns the periods of which `range` has moments. Where clocks change by whole ones, they go on, as most hours do. Where
 * clocks change by a part of one, as by half an hour in Lord Howe, the period ends there, and another one begins.
 */
export function periodsWithinDay(
  grain: Extract<Grain, 'hour' | 'minute'>,
  zone: string,
  { min, max }: Range,
): PeriodsWithinDay {
  const length = { hour: 3_600_000, minute: 60_000 }[grain];
  const [first, ...changes] = phasesIn(zone, { min: min - length, max }, length) as [Phase, ...Phase[]];
  const shifted = (time: string, { shift }: Phase) =>
    shift === 0
      ? `date_trunc('${grain}', ${time})`
      : `date_trunc('${grain}', ${time} + ${lengthSql(shift)}) - ${lengthSql(shift)}`;
  const wholeBegin = (time: number, { shift }: Phase) => Math.floor((time + shift) / length) * length - shift;
  const beginSql = (time: string) => {
    const parts = changes.flatMap((phase) => {
      const begin = wholeBegin(phase.from, phase);
      const rest = { from: phase.from, sql: momentSql(phase.from) };
      const others = { from: begin === phase.from ? begin : begin + length, sql: shifted(time, phase) };
      return begin === phase.from ? [others] : [rest, others];
    });
    const edges = parts.map(({ from }) => momentSql(from));
    return balancedCase(time, edges, [shifted(time, first), ...parts.map(({ sql }) => sql)]);
  };
  return {
    beginOf: (time) => {
      const phase = changes.findLast(({ from }) => from <= time);
      return phase ? Math.max(phase.from, wholeBegin(time, phase)) : wholeBegin(time, first);
    },
    beginSql,
    listSql: (from, to) => {
      const whole = `generate_series(${from}, ${to}, interval 1 ${grain})`;
      if (changes.length === 0) return whole;
      // Shorter ones end or begin where clocks change.
      const around = changes.flatMap((phase) => [phase.from - 1_000, phase.from].map(momentSql));
      const some = `list_filter([${around.join(', ')}], lambda one: one between ${from} and ${to})`;
      return `list_distinct(list_transform(list_append(${whole} || ${some}, ${to}), lambda one: ${beginSql('one')}))`;
    },
  };
}

function phasesIn(zone: string, { min, max }: Range, length: number): Phase[] {
  const phases = offsetsIn(zone, min, max).map(({ from, seconds }) => ({
    from: from / 1_000,
    shift: (((seconds * 1_000) % length) + length) % length,
  }));
  return phases.filter(({ shift }, at) => shift !== phases[at - 1]?.shift);
}

const lengthSql = (time: number) =>
  time % 60_000 === 0 ? `interval ${time / 60_000} minute` : `interval ${time / 1_000} second`;
/** SQL for a moment whose fraction of a second is left out. */
export const momentSql = (time: number): string => `timestamp '${new Date(time).toISOString().slice(0, 19)}'`;
