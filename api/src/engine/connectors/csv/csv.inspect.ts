import { FailureError } from '../../../platform/failures/failure.ts';
import type { UploadedFile } from '../../protocol/protocol.ts';
import type { DialectChoices } from './csv.dialect.ts';
import { isWindows1252 } from './csv.encoding.ts';
import { readHead } from './csv.head.ts';
import { scan, type Scan } from './csv.scan.ts';

export interface Inspected extends Scan {
  /** Size of the file. */
  bytes: number;
}

/** Detects a file's encoding unless it was chosen, and scans it. */
export async function inspect(
  { path, fileName: name }: UploadedFile,
  choices: DialectChoices,
  signal: AbortSignal,
): Promise<Inspected> {
  const inEncoding = async (chosen: DialectChoices['encoding']) => {
    const { text, isWhole, fileBytes, encoding } = await readHead(path, name, chosen);
    const found = await scan({ path, name, head: text, isWhole, encoding, choices, signal });
    return { ...found, bytes: fileBytes };
  };
  try {
    return await inEncoding(choices.encoding);
  } catch (error) {
    if (choices.encoding || !isNotUtf8(error) || !(await isWindows1252(path))) throw error;
    return inEncoding('windows-1252');
  }
}

const isNotUtf8 = (error: unknown) => error instanceof FailureError && error.failure.code === 'file_not_utf8';
