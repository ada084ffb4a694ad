import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { writePrivateFile } from '../../../platform/data-directory/private-file.ts';
import type { UploadedFile } from '../../protocol/protocol.ts';
import { notesPath } from '../../protocol/upload-notes.ts';
import type { DialectChoices } from './csv.dialect.ts';
import { inspect, type Inspected } from './csv.inspect.ts';

/** Long enough to fill in the rest of the form. Later, another version of the product might find something else. */
const KNOWN_MS = 60 * 60 * 1000;

/** What a scan depends on. */
interface Subject {
  sha256: string;
  bytes: number;
  writtenAt: number;
  fileName: string;
  choices: DialectChoices;
}

interface KnownScan {
  subject: Subject;
  scannedAt: number;
  found: Inspected;
}

/**
 * Scans a file, unless the connection test has just done so with the same choices: discovery follows it, and
 * reading every byte is most of the work of both.
 */
export async function inspectOnce(
  file: UploadedFile,
  writtenAt: number,
  choices: DialectChoices,
  signal: AbortSignal,
): Promise<Inspected> {
  const { path, sha256, bytes, fileName } = file;
  // As it will be when it has been through JSON, which leaves out what is undefined.
  const subject = JSON.parse(
    JSON.stringify({ sha256, bytes, writtenAt, fileName, choices } satisfies Subject),
  ) as Subject;
  const known = await knownScan(path);
  if (known && isDeepStrictEqual(known.subject, subject) && isRecent(known.scannedAt)) return known.found;
  const found = await inspect(file, choices, signal);
  const notes: KnownScan = { subject, scannedAt: Date.now(), found };
  // Without notes the next job scans the file itself, which is all that a full disk costs here.
  await writePrivateFile(notesPath(path), JSON.stringify(notes)).catch(() => undefined);
  return found;
}

const isRecent = (at: number) => at <= Date.now() && Date.now() - at < KNOWN_MS;

/** Returns what was noted about a file. Null if nothing was, or if it can't be read. */
async function knownScan(path: string): Promise<KnownScan | null> {
  try {
    return JSON.parse(await readFile(notesPath(path), 'utf8')) as KnownScan | null;
  } catch {
    return null;
  }
}
