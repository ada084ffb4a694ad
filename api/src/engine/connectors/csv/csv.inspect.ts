import { FailureError } from '../../../platform/failures/failure.ts';
import type { KnownFile } from '../files/file-format.ts';
import type { DialectChoices } from './csv.dialect.ts';
import type { TextEncoding } from './csv.encoding.ts';
import { guessEncoding } from './csv.encoding-guess.ts';
import { readHead } from './csv.head.ts';
import { scan, type Scan } from './csv.scan.ts';

/**
 * Detects a file's encoding unless it was chosen, and scans it. In a file of UTF-8 with a few invalid bytes, only the
 * rows with these can't be loaded.
 */
export async function inspect(
  { path, fileName: name, packing }: KnownFile,
  choices: DialectChoices,
  signal: AbortSignal,
): Promise<Scan> {
  const file = { path, name, packing };
  const scanAs = async (known: TextEncoding | undefined, isSure: boolean) => {
    const { text, isWhole, encoding } = await readHead(file, known);
    return scan({ file, head: text, isWhole, encoding, choices, signal, rejectsInvalid: isSure });
  };
  if (choices.encoding) return scanAs(choices.encoding, true);
  return orGuess(file, (encoding) => scanAs(encoding, encoding !== undefined));
}

/** Reads a text as UTF-8, or if it isn't, in the encoding that its bytes show. */
export async function orGuess<T>(
  file: Parameters<typeof guessEncoding>[0],
  read: (encoding: TextEncoding | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await read(undefined);
  } catch (error) {
    if (!isNotUtf8(error)) throw error;
    const guessed = await guessEncoding(file);
    if (!guessed) throw error;
    return read(guessed);
  }
}

const isNotUtf8 = (error: unknown) => error instanceof FailureError && error.failure.code === 'file_not_utf8';
