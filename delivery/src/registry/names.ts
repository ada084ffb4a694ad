import { ownValue } from '@headwater/shared/contract';
import path from 'node:path';
import { RegistryFault } from './registry-fault.ts';

/** The name of the one build that isn't a remote: it provides what the others share. */
export const SHELL = 'shell';

/** The file with the hashes of a version's files, generated from its record and served next to them. */
export const INTEGRITY_FILE = 'integrity.json';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}-[0-9a-z]{8,40}$/;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._~-]{0,199}$/;

/**
 * The file types that may be published, and the content types they are served as. A build with any other file
 * is refused, as it would not be served.
 */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** A build by name and version, written as `<name>@<version>`. */
export interface NamedVersion {
  name: string;
  version: string;
}

export const isName = (name: string): boolean => NAME.test(name);
export const isVersion = (version: string): boolean => VERSION.test(version);

/**
 * Returns whether this is a relative path of plain segments, which can neither leave its folder nor name a
 * hidden file or a compressed twin.
 */
export function isFilePath(file: string): boolean {
  const segments = file.split('/');
  return (
    segments.length <= 8 &&
    segments.every((segment) => SEGMENT.test(segment)) &&
    contentType(file) !== undefined
  );
}

export const contentType = (file: string): string | undefined =>
  ownValue(CONTENT_TYPES, path.posix.extname(file));

export function isReference(reference: string): boolean {
  const [name = '', version = '', ...rest] = reference.split('@');
  return rest.length === 0 && isName(name) && isVersion(version);
}

/** Returns for example `mf-data@0.1.0-0123456789ab`. */
export const referenceOf = ({ name, version }: NamedVersion): string => `${name}@${version}`;

/** Parses a reference as people type it on the command line. */
export function parseReference(reference: string): NamedVersion {
  if (!isReference(reference)) {
    throw new RegistryFault('bad_reference', [
      `"${reference}" is not <name>@<version>, for example mf-data@0.1.0-3f9a52c1d07e`,
    ]);
  }
  const [name = '', version = ''] = reference.split('@');
  return { name, version };
}

/** Throws if a name occurs more than once, as only one of its versions can be on a page. */
export function refuseRepeated(names: readonly string[]): void {
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  if (repeated.size > 0)
    throw new RegistryFault(
      'bad_reference',
      [...repeated].map((name) => `${name} is named more than once`),
    );
}
