import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProcessUse {
  pid: number;
  command: string;
  /** Resident now, in MB. Pages that several processes share are counted in each. */
  resident: number;
  /** Resident now, in MB. Each shared page is divided by the number of its users. */
  proportional: number;
  /** The peak resident memory, in MB. */
  peak: number;
  /** The time it has used so far, in seconds, of the user and of the system. */
  cpu: number;
}

/**
 * Returns the product's processes: those that `pid` started, and its store, which may not be a child. Linux
 * only.
 */
export function productProcesses(pid: number, data: string): ProcessUse[] {
  const parents = parentsOfAll();
  const store = storeOf(data);
  const isOurs = (one: number): boolean =>
    one === pid || one === store || (parents.has(one) && isOurs(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isOurs).flatMap(useOf);
}

function parentsOfAll(): Map<number, number> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return new Map(pids.flatMap((pid) => withParent(pid)));
}

function withParent(pid: number): [number, number][] {
  const stat = read(`/proc/${pid}/stat`);
  if (!stat) return [];
  return [[pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
}

function storeOf(data: string): number | undefined {
  const [pid] = read(join(data, 'postgres', 'postmaster.pid')).split('\n');
  return pid ? Number(pid) : undefined;
}

function useOf(pid: number): ProcessUse[] {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  const [status, rollup] = [read(`/proc/${pid}/status`), read(`/proc/${pid}/smaps_rollup`)];
  // The process has exited since it was listed, or is a kernel thread. A shell starts each child and watches over it.
  if (!status || !rollup || command.startsWith('/bin/sh ')) return [];
  const megabytes = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return [
    {
      pid,
      command,
      resident: megabytes(rollup, 'Rss'),
      proportional: megabytes(rollup, 'Pss'),
      peak: megabytes(status, 'VmHWM'),
      cpu: cpuSeconds(pid),
    },
  ];
}

/** The system counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
