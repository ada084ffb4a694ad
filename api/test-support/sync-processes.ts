import { readdirSync, readFileSync } from 'node:fs';

/** Returns the IDs of the sync processes that a process has started: this one, or the one given. Linux only. */
export const syncProcesses = (parent = process.pid): number[] => childrenOf(parent).filter(isSyncProcess);

/** The system lists children by the thread that started them, which is far cheaper to read than all processes are. */
const childrenOf = (parent: number): number[] =>
  readdirSync(`/proc/${parent}/task`).flatMap((thread) =>
    readIfThere(`/proc/${parent}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );

const isSyncProcess = (pid: number) => readIfThere(`/proc/${pid}/cmdline`).includes('processes/sync/main');

/** Returns nothing if the process or thread has ended in the meantime. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
