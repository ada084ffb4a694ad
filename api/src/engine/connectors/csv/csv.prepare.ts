import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { roomOnDisk } from '../../../platform/data-directory/disk-room.ts';
import { FailureError } from '../../../platform/failures/failure.ts';
import type { ConnectorContext, UploadedFile } from '../../protocol/protocol.ts';
import type { DialectChoices } from './csv.dialect.ts';
import { isWindows1252, transcode, type TextEncoding } from './csv.encoding.ts';
import { readHead } from './csv.head.ts';
import { scan, type Scan } from './csv.scan.ts';

export interface Prepared extends Scan {
  /** The file in UTF-8: the upload itself, or a copy that the caller deletes. */
  path: string;
  isCopy: boolean;
  /** Size of the upload. */
  bytes: number;
}

/** Scans a file. A file that isn't UTF-8 is first copied as UTF-8. */
export async function prepare(
  file: UploadedFile & { uploadId: string },
  choices: DialectChoices,
  context: Pick<ConnectorContext, 'temporaryFolder' | 'signal'>,
): Promise<Prepared> {
  const { path, fileName: name } = file;
  const { bytes: head, isWhole, fileBytes, encoding: apparent } = await readHead(path, name);
  const given = { name, choices, signal: context.signal };
  let encoding = choices.encoding ?? apparent ?? 'utf-8';
  if (encoding === 'utf-8') {
    try {
      const found = await scan({ ...given, path, head, isWhole, encoding });
      return { ...found, path, isCopy: false, bytes: fileBytes };
    } catch (error) {
      if (choices.encoding || !isNotUtf8(error) || !(await isWindows1252(path))) throw error;
      encoding = 'windows-1252';
    }
  }
  const copy = join(context.temporaryFolder, `${file.uploadId}.utf8`);
  try {
    const found = await scanCopy({ ...given, path, encoding, copy, fileBytes }, context);
    return { ...found, path: copy, isCopy: true, bytes: fileBytes };
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

interface Copying {
  path: string;
  name: string;
  choices: DialectChoices;
  encoding: TextEncoding;
  copy: string;
  fileBytes: number;
}

async function scanCopy(
  { path, name, choices, encoding, copy, fileBytes }: Copying,
  { temporaryFolder, signal }: Pick<ConnectorContext, 'temporaryFolder' | 'signal'>,
): Promise<Scan> {
  // UTF-16 grows by half at most. For other encodings this is an estimate: a single byte can become up to three.
  if ((await roomOnDisk(temporaryFolder)) < fileBytes * 1.5) throw new FailureError('disk_full');
  await transcode(path, encoding, copy, signal);
  const { bytes: head, isWhole } = await readHead(copy, name);
  return scan({ path: copy, name, head, isWhole, encoding, choices, signal });
}

const isNotUtf8 = (error: unknown) => error instanceof FailureError && error.failure.code === 'file_not_utf8';
