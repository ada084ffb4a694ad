import { readdirSync, readFileSync } from 'node:fs';

/** Returns the IDs of the sync processes that a process has started: this one, or the one given. Linux only. */
export const syncProcesses = (parent = process.pid): number[] =>
  readdirSync('/proc')
    .filter((pid) => isSyncProcess(pid, parent))
    .map(Number);

function isSyncProcess(pid: string, parent: number): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    const found = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (
      Number(found) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sync-process/main')
    );
  } catch {
    return false; // It ended in the meantime.
  }
}
