import path from 'node:path';
import { RegistryFault } from './registry-fault.ts';

/** The one build that isn't a remote: it carries what the others share. */
export const SHELL = 'shell';

/** The hashes of a version's files, made from its record and served beside them. */
export const INTEGRITY_FILE = 'integrity.json';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}-[0-9a-z]{8,40}$/;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._~-]{0,199}$/;

/** What may be published, and as what it is served. A build with any other file is refused: nobody would serve it. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
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

/** A build by name and version; `<name>@<version>` where it is written down. */
export interface NamedVersion {
  name: string;
  version: string;
}

export const isName = (name: string): boolean => NAME.test(name);
export const isVersion = (version: string): boolean => VERSION.test(version);

/** A relative path of plain segments, so that it can neither leave its folder nor name a hidden or compressed twin. */
export function isFilePath(file: string): boolean {
  const segments = file.split('/');
  return (
    segments.length <= 8 &&
    segments.every((segment) => SEGMENT.test(segment)) &&
    contentType(file) !== undefined
  );
}

export const contentType = (file: string): string | undefined => CONTENT_TYPES[path.posix.extname(file)];

export function isReference(reference: string): boolean {
  const [name = '', version = '', ...rest] = reference.split('@');
  return rest.length === 0 && isName(name) && isVersion(version);
}

/** `mf-data@0.1.0-0123456789ab`. */
export const referenceOf = ({ name, version }: NamedVersion): string => `${name}@${version}`;

/** The same, as people write it on the command line. */
export function parseReference(reference: string): NamedVersion {
  if (!isReference(reference)) {
    throw new RegistryFault('bad_reference', [
      `"${reference}" is not <name>@<version>, for example mf-data@0.1.0-3f9a52c1d07e`,
    ]);
  }
  const [name = '', version = ''] = reference.split('@');
  return { name, version };
}
