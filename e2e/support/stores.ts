import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from './children.ts';
import { scratch } from './scratch.ts';

/**
 * Stops the PostgreSQL servers whose data are in this run's folder: they outlive a product that was killed.
 */
export function stopStores(): number {
  const pidFiles = globSync('**/postmaster.pid', { cwd: scratch() });
  return pidFiles.filter((file) => stopStore(join(scratch(), file))).length;
}

function stopStore(pidFile: string): boolean {
  const [pid, folder] = readFileSync(pidFile, 'utf8').split('\n');
  const command = `/proc/${pid}/cmdline`;
  // The PID may belong to another process by now.
  const isOurs = existsSync(command) && readFileSync(command, 'utf8').includes(folder ?? ' ');
  return isOurs && kill(Number(pid), 'SIGQUIT');
}
