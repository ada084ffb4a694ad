import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { FailureError } from '@headwater/base/failures/failure';
import type { Archive } from '../zip-entries.ts';
import { readPart, type PartReader } from './xlsx.parts.ts';
import { SPREADSHEET } from './xlsx.names.ts';

/** What a part of a package refers to. */
export interface Relation {
  id: string;
  /** The last word of its type: `worksheet`, `styles`. The rest differs between strict and transitional files. */
  kind: string;
  /** The name of the part that it leads to. */
  target: string;
}

/** The parts of an Office file. They are found by what leads to them, wherever they are and whatever they are called. */
export class OfficePackage {
  readonly archive: Archive;
  readonly file: string;
  /** By their names in lower case: the names of parts are the same in any case. */
  readonly #entries = new Map<string, Entry>();

  constructor(archive: Archive, file: string) {
    this.archive = archive;
    this.file = file;
    for (const [name, entry] of archive.entries) this.#entries.set(keyOf(name), entry);
  }

  find(name: string): Entry | undefined {
    return this.#entries.get(keyOf(name)) ?? this.#entries.get(keyOf(decoded(name)));
  }

  /** Reads a part that something leads to. Throws if it isn't there. */
  async *read(name: string, reader: PartReader): AsyncGenerator<void> {
    const { archive, file } = this;
    const entry = this.find(name);
    if (!entry) throw new FailureError('file_damaged', { file }, { internalMessage: `no part ${name}` });
    yield* readPart({ archive, entry, file }, reader);
  }

  /** Returns what a part refers to, or, for '', the package itself. */
  async relationsOf(part: string): Promise<Relation[]> {
    const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
    const found: Relation[] = [];
    if (!this.find(name)) return found;
    const reader: PartReader = {
      vocabulary: SPREADSHEET,
      open(element, { Id, Type = '', Target, TargetMode }, parent) {
        if (element !== 'Relationship' || parent !== 'Relationships') return;
        if (Id === undefined || Target === undefined || TargetMode === 'External') return;
        const target = Target.replaceAll('\\', '/');
        found.push({
          id: Id,
          kind: posix.basename(Type),
          target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
        });
      },
    };
    for await (const _ of this.read(name, reader));
    return found;
  }

  /** Returns the name of the part that the file is about, or null if there is none. */
  async mainPart(): Promise<string | null> {
    const relations = await this.relationsOf('');
    return relations.find(({ kind }) => kind === 'officeDocument')?.target ?? null;
  }
}

const keyOf = (name: string) => name.toLowerCase();

/** The names of parts are those of URLs, and those of entries needn't be. */
function decoded(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
