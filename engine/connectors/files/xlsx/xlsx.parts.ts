import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import type { Entry } from 'yauzl';
import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import type { Archive } from '../zip-entries.ts';
import { PartNames, type Vocabulary } from './part-names.ts';

/** How much a part of a workbook may expand to, at least: a sheet of a million equal rows is small when it's packed. */
const HARMLESS = 2 * 1024 ** 3;
const RATIO = 100;

/** What is done at each element of a part. Names are those of the reader's vocabulary. */
export interface PartReader {
  readonly vocabulary: Vocabulary;
  /** Whether attributes of an element are wanted that have a namespace. */
  hasNames?(element: string): boolean;
  open(name: string, attributes: Readonly<Record<string, string>>, parent: string): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Is told how many characters have been read. Throws if that is more than they are worth. */
  read?(characters: number): void;
  /** Returns the failure of what is so large that nothing was told for so long, or null if it's read nevertheless. */
  tooLarge?(characters: number): FailureError | null;
}

/** A part of a workbook, and the name of the file that it's in. */
export interface Part {
  archive: Archive;
  entry: Entry;
  file: string;
}

/** Reads a part of a workbook element by element. Yields after each piece. */
export async function* readPart({ archive, entry, file }: Part, reader: PartReader): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const damaged = (error: Error) =>
    new FailureError('file_damaged', { file }, { internalMessage: `${entry.fileName}: ${error.message}` });
  parser.on('error', (error) => {
    throw damaged(error);
  });
  const tells = tellElements(parser, reader);
  const stream = await archive.open(entry);
  try {
    for await (const text of textOf(stream, entry, file)) {
      tells.next(text);
      parser.write(text);
      reader.read?.(text.length);
      const silent = tells.since(text.length);
      if (silent > RECORD_LIMIT) {
        const failure = reader.tooLarge ? reader.tooLarge(silent) : damaged(new Error('too large'));
        if (failure) throw failure;
      }
      yield;
    }
    parser.close();
  } catch (error) {
    throw error instanceof FailureError ? error : damaged(error as Error);
  } finally {
    stream.destroy();
  }
}

interface Told {
  /** Adds what was read, and returns how much that is since the reader was told something. */
  since(characters: number): number;
  /** Is told what is read next. */
  next(text: string): void;
}

/** Tells a reader of the elements that it knows. What is in an unknown one is left out. */
function tellElements(parser: SaxesParser, reader: PartReader): Told {
  const names = new PartNames(reader.vocabulary);
  /** The names of the elements around, and whether the reader knows of each. */
  const parents: string[] = [];
  const isTold: boolean[] = [];
  let skipped = 0;
  /** How many characters have been read since the parser last told something. It keeps them until it does. */
  let silent = 0;
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    const given = attributes as Record<string, string>;
    const known = skipped > 0 ? null : names.enter(name, given);
    if (known === null) {
      if (skipped === 0) names.leave();
      skipped += 1;
      return;
    }
    const parent = parents.at(-1) ?? '';
    if (known !== '')
      reader.open(known, reader.hasNames?.(known) ? names.attributesOf(given) : given, parent);
    parents.push(known === '' ? parent : known);
    isTold.push(known !== '');
  });
  const tell = (text: string) => {
    silent = 0;
    if (skipped === 0) reader.text?.(text);
  };
  parser.on('text', tell);
  parser.on('cdata', tell);
  parser.on('closetag', () => {
    silent = 0;
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    names.leave();
    const name = parents.pop()!;
    if (isTold.pop()) reader.close?.(name);
  });
  return { since: (characters) => (silent += characters), next: (text) => names.next(text) };
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
