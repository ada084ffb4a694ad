import { FailureError } from '../../../platform/failures/failure.ts';
import type { KnownFile } from '../files/file-format.ts';
import type { DialectChoices } from './csv.dialect.ts';
import { isWindows1252 } from './csv.encoding.ts';
import { readHead } from './csv.head.ts';
import { scan, type Scan } from './csv.scan.ts';

/** Detects a file's encoding unless it was chosen, and scans it. */
export async function inspect(
  { path, fileName: name, packing }: KnownFile,
  choices: DialectChoices,
  signal: AbortSignal,
): Promise<Scan> {
  const inEncoding = async (chosen: DialectChoices['encoding']) => {
    const file = { path, name, packing };
    const { text, isWhole, encoding } = await readHead(file, chosen);
    return scan({ file, head: text, isWhole, encoding, choices, signal });
  };
  try {
    return await inEncoding(choices.encoding);
  } catch (error) {
    if (choices.encoding || !isNotUtf8(error) || !(await isWindows1252({ path, name, packing }))) throw error;
    return inEncoding('windows-1252');
  }
}

const isNotUtf8 = (error: unknown) => error instanceof FailureError && error.failure.code === 'file_not_utf8';
