import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createOnly, isCode, readIfThere } from './disk.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';

const BYTES = 32;

/**
 * The registry's secret, which signs overrides and draws who is in a canary. Whoever needs it first makes it; all
 * processes on one registry have the same. Throws while the registry's folder is away: a key that was made in
 * its place would not be the one that comes back with it.
 */
export async function openKey({ folder }: Registry): Promise<Buffer> {
  const file = path.join(folder, 'delivery.key');
  const key = Buffer.from((await readIfThere(file)) ?? (await makeKey(folder, file)), 'base64');
  if (key.length !== BYTES) throw new RegistryFault('damaged', [`${file} does not hold ${BYTES} bytes`]);
  return key;
}

async function makeKey(folder: string, file: string): Promise<string> {
  await stat(folder).catch((error: unknown) => {
    throw isCode(error, 'ENOENT')
      ? new RegistryFault('damaged', [`There is no registry in ${folder}`])
      : error;
  });
  await createOnly(file, randomBytes(BYTES).toString('base64'), 0o600);
  return (await readIfThere(file)) ?? '';
}
