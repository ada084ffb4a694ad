import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { writePrivateFile } from '@headwater/base/disk/private-file';
import { notesPath } from '@headwater/protocol/upload-notes';
import type { ConnectorContext, UploadedFile } from '@headwater/protocol/protocol';
import type { DialectChoices } from './csv/csv.dialect.ts';
import { detectFormat } from './detect-format.ts';
import type { FormatName, FoundTable } from './file-format.ts';
import { once } from '../once.ts';
import { formatNamed } from './formats.ts';
import type { Packing } from './packed-bytes.ts';

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

/** What a file is, and the tables in it. */
export interface Looked {
  format: FormatName;
  packing: Packing;
  tables: FoundTable[];
}

interface KnownScan {
  subject: Subject;
  scannedAt: number;
  found: Looked;
}

/**
 * Looks at all of a file, unless the connection test has just done so with the same choices: discovery follows it, and
 * reading every byte is most of the work of both.
 */
export async function lookOnce(
  file: UploadedFile,
  writtenAt: number,
  choices: DialectChoices,
  context: ConnectorContext,
): Promise<Looked> {
  const { path, sha256, bytes, fileName } = file;
  // As it will be when it has been through JSON, which leaves out what is undefined.
  const subject = JSON.parse(
    JSON.stringify({ sha256, bytes, writtenAt, fileName, choices } satisfies Subject),
  ) as Subject;
  const known = await knownScan(path);
  if (known && isDeepStrictEqual(known.subject, subject) && isRecent(known.scannedAt)) return known.found;
  const found = await lookAt(file, choices, context);
  const notes: KnownScan = { subject, scannedAt: Date.now(), found };
  // Without notes the next job scans the file itself, which is all that a full disk costs here.
  await writePrivateFile(notesPath(path), JSON.stringify(notes)).catch(() => undefined);
  return found;
}

/** Looks at all of a file. */
export const lookAt = (
  upload: UploadedFile,
  choices: DialectChoices,
  context: ConnectorContext,
): Promise<Looked> =>
  once(context, `look ${JSON.stringify([upload.sha256, upload.fileName, choices])}`, async () => {
    const { file, format } = await detectFormat(upload, context);
    return { format, packing: file.packing, tables: await formatNamed(format).look(file, choices, context) };
  });

const isRecent = (at: number) => at <= Date.now() && Date.now() - at < KNOWN_MS;

/** Returns what was noted about a file. Null if nothing was, or if it can't be read. */
async function knownScan(path: string): Promise<KnownScan | null> {
  try {
    return JSON.parse(await readFile(notesPath(path), 'utf8')) as KnownScan | null;
  } catch {
    return null;
  }
}
