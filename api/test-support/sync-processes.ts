import { readdirSync, readFileSync } from 'node:fs';

/** Returns the IDs of the sync processes that this process has started. Linux only. */
export const syncProcesses = (): number[] => readdirSync('/proc').filter(isSyncProcess).map(Number);

function isSyncProcess(pid: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (
      Number(parent) === process.pid &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sync-process/main')
    );
  } catch {
    return false; // It ended in the meantime.
  }
}
