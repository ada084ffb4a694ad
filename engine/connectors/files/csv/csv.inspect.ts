import { FailureError } from '@headwater/base/failures/failure';
import type { KnownFile } from '../file-format.ts';
import type { DialectChoices } from './csv.dialect.ts';
import { ENCODINGS, type TextEncoding } from './csv.encoding.ts';
import { guessEncoding } from './csv.encoding-guess.ts';
import { readHead } from './csv.head.ts';
import { scan, type Scan } from './csv.scan.ts';

/**
 * Detects a file's encoding unless it was chosen, and scans it. In a file of UTF-8 with a few invalid bytes, only the
 * rows with these can't be loaded.
 */
export async function inspect(
  { path, fileName: name, packing, charset }: KnownFile,
  choices: DialectChoices,
  signal: AbortSignal,
): Promise<Scan> {
  const file = { path, name, packing };
  const scanAs = async (known: TextEncoding | undefined, isSure: boolean) => {
    const { text, isWhole, encoding } = await readHead(file, known);
    return scan({ file, head: text, isWhole, encoding, choices, signal, rejectsInvalid: isSure });
  };
  if (choices.encoding) return scanAs(choices.encoding, true);
  return orGuess({ ...file, charset }, (encoding) => scanAs(encoding, encoding !== undefined));
}

/** Reads a text as UTF-8, or if it isn't, in the encoding that its server names, or else that its bytes show. */
export async function orGuess<T>(
  { charset, ...file }: Parameters<typeof guessEncoding>[0] & Pick<KnownFile, 'charset'>,
  read: (encoding: TextEncoding | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await read(undefined);
  } catch (error) {
    if (!isNotUtf8(error)) throw error;
    const named = ENCODINGS.find((encoding) => encoding === charset && encoding !== 'utf-8');
    const other = named ?? (await guessEncoding(file));
    if (!other) throw error;
    return read(other);
  }
}

const isNotUtf8 = (error: unknown) => error instanceof FailureError && error.failure.code === 'file_not_utf8';
