import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { isCode } from './disk.ts';
import { contentHash, integrityOf } from './read-build.ts';
import type { BuildRecord, RecordFile } from './record.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';

const AS_IT_IS = async (stored: Uint8Array) => stored;
const unbrotli = promisify<Uint8Array, Uint8Array>(brotliDecompress);
const ungzip = promisify<Uint8Array, Uint8Array>(gunzip);

/**
 * Returns everything that is wrong with a stored version: its record, and each file both as stored and
 * decoded.
 */
export async function faultsOfVersion(registry: Registry, name: string, version: string): Promise<string[]> {
  const reference = `${name}@${version}`;
  if (await registry.isGone(name, version)) return [`${reference}: its files were deleted by gc`];
  const { record, faults } = await checkRecord(registry, name, version);
  const folder = registry.versionFolder(name, version);
  // One after the other: a registry is large, and only the caller waits for this.
  for (const file of record?.files ?? []) {
    for (const form of formsOf(file)) {
      const fault = await faultOfForm(path.join(folder, file.path + form.suffix), form, file.sha384);
      if (fault) faults.push(`${reference}: ${file.path}${form.suffix} ${fault}`);
    }
  }
  return faults;
}

/**
 * Returns a version's record, if it can be read, and what is wrong with it. The record is all that is left of
 * a version that gc has deleted.
 */
export async function checkRecord(
  registry: Registry,
  name: string,
  version: string,
): Promise<{ record?: BuildRecord; faults: string[] }> {
  try {
    const record = await registry.findRecord(name, version);
    if (record) return { record, faults: faultsOfRecord(`${name}@${version}`, record) };
    return { faults: [`${name}@${version}: record.json is missing, so the version does not exist`] };
  } catch (error) {
    if (error instanceof RegistryFault) return { faults: [...error.faults] };
    throw error;
  }
}

/** A version ends in a hash of its record, so a record that was changed no longer matches its own name. */
function faultsOfRecord(reference: string, record: BuildRecord): string[] {
  if (`${record.name}@${record.version}` !== reference)
    return [`${reference}: record.json is that of ${record.name}@${record.version}`];
  const hash = contentHash(record.files, record);
  return reference.endsWith(`-${hash}`) ? [] : [`${reference}: record.json is not what was published`];
}

interface Form {
  suffix: string;
  bytes: number;
  decode: (stored: Uint8Array) => Promise<Uint8Array>;
}

function formsOf({ bytes, br, gz }: RecordFile): Form[] {
  const forms: Form[] = [{ suffix: '', bytes, decode: AS_IT_IS }];
  if (br !== null) forms.push({ suffix: '.br', bytes: br, decode: unbrotli });
  if (gz !== null) forms.push({ suffix: '.gz', bytes: gz, decode: ungzip });
  return forms;
}

async function faultOfForm(location: string, { bytes, decode }: Form, sha384: string) {
  let stored: Uint8Array;
  try {
    stored = await readFile(location);
  } catch (error) {
    return isCode(error, 'ENOENT') ? 'is missing' : `cannot be read: ${(error as Error).message}`;
  }
  if (stored.length !== bytes) return `has ${stored.length} bytes instead of ${bytes}`;
  const content = await decode(stored).catch(() => undefined);
  if (!content) return 'cannot be decoded';
  return integrityOf(content) === sha384 ? undefined : 'has other bytes than were published';
}
