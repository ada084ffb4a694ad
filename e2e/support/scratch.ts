import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'HEADWATER_E2E_SCRATCH';
let folders = 0;

/**
 * Creates the one folder that a run writes everything below. Child processes learn its path from the
 * environment.
 */
export function makeScratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'headwater-e2e-')));
  // Servers that refuse to run as root run as another user, who needs access through this folder.
  chmodSync(folder, 0o755);
  process.env[VARIABLE] = folder;
  return folder;
}

export function scratch(): string {
  return process.env[VARIABLE] ?? makeScratch();
}

export function removeScratch(): void {
  const folder = process.env[VARIABLE];
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  delete process.env[VARIABLE];
}

/** Creates a folder that only this process uses. */
export function newFolder(purpose: string): string {
  folders += 1;
  const folder = join(scratch(), `${purpose}-${process.pid}-${folders}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
