import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createOnly, isCode, readIfThere } from './disk.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';

const BYTES = 32;

/**
 * Returns the registry's secret, which signs overrides and draws the visitors of canaries. The first process
 * that needs it creates it, and all processes on one registry share it. Throws while the registry's folder is
 * missing: a key created in its place would differ from the one in the folder when it returns.
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
