import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import type { Entry } from 'yauzl';
import { FailureError } from '../../../../platform/failures/failure.ts';
import type { Archive } from '../zip-entries.ts';

/** How much a part of a workbook may expand to, at least: a sheet of a million equal rows is small when it's packed. */
const HARMLESS = 2 * 1024 ** 3;
const RATIO = 100;

/** What is done at each element of a part. Names are without prefixes. */
export interface PartReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads a part of a workbook element by element. Yields after each piece. A part that isn't there has no elements. */
export async function* readPart(
  archive: Archive,
  path: string,
  file: string,
  reader: PartReader,
): AsyncGenerator<void> {
  const entry = archive.entries.get(path);
  if (!entry) return;
  const parser = new SaxesParser();
  const damaged = (error: Error) =>
    new FailureError('file_damaged', { file }, { internalMessage: `${path}: ${error.message}` });
  parser.on('error', (error) => {
    throw damaged(error);
  });
  parser.on('opentag', ({ name, attributes }) =>
    reader.open(localName(name), attributes as Record<string, string>),
  );
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)));
  const stream = await archive.open(entry);
  try {
    for await (const text of textOf(stream, entry, file)) {
      parser.write(text);
      yield;
    }
    parser.close();
  } catch (error) {
    throw error instanceof FailureError ? error : damaged(error as Error);
  } finally {
    stream.destroy();
  }
}

async function* textOf(stream: Readable, entry: Entry, file: string): AsyncGenerator<string> {
  const limit = Math.max(entry.compressedSize * RATIO, HARMLESS);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) throw new FailureError('file_expands_too_much', { file, ratio: RATIO });
    decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8', {
      fatal: true,
    });
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
