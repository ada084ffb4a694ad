import type { SheetChoice } from '@headwater/shared/contract';
import { useUploads, type UploadedFile } from '@headwater/shared/files';
import { useState } from 'react';
import type { SourceFile } from '../source-file.queries.ts';
import type { FileEntry } from './configuration.ts';
import { filesErrorOf } from './files-error.ts';
import type { WantedFile } from './wanted-files.tsx';

interface FilesBefore {
  organizationId: string;
  /** The files that the source already has, and their entries in its configuration. */
  existing: readonly SourceFile[];
  entries: readonly FileEntry[];
  /** The files of an exported connection, each of which an upload can replace. */
  wanted: readonly WantedFile[];
}

/** The files that a source will have: those that it has, without removed ones, and those that are uploaded here. */
export function useSourceFiles({ organizationId, existing, entries, wanted }: FilesBefore) {
  const { files, add, remove } = useUploads(organizationId);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [sheets, setSheets] = useState<ReadonlyMap<string, SheetChoice[]>>(new Map());
  const saved = [...existingEntries({ existing, entries, removed, files }), ...wantedEntries(wanted, files)];
  const added = files.flatMap(({ uploadId, replaces }) => (uploadId && !replaces ? [{ uploadId }] : []));
  const replacementOf = (id: string) => files.find((file) => file.replaces === id);
  return {
    uploads: files,
    removed,
    /** To be saved, with the sheets that are chosen. */
    entries: [...saved, ...added].map((entry) => withSheets(entry, sheets.get(entry.uploadId))),
    names: namesOf({ existing, removed, files }),
    error: filesErrorOf(files, saved.length > 0),
    replacementOf,
    /** Uploads files. One that is called as a wanted file becomes that, unless another one has. */
    add: (chosen: readonly File[]) => {
      for (const file of chosen) {
        const at = wanted.findIndex(
          ({ fileName }, at) => fileName === file.name && !replacementOf(wantedId(at)),
        );
        add([file], at < 0 ? undefined : wantedId(at));
      }
    },
    replace: (id: string, file: File) => add([file], id),
    /** Removes an upload. */
    remove,
    removeExisting: (id: string) => setRemoved(new Set([...removed, id])),
    /** Takes back that a file was removed or replaced. */
    undo: (id: string) => {
      const replacement = replacementOf(id);
      if (replacement) remove(replacement.id);
      setRemoved(new Set([...removed].filter((one) => one !== id)));
    },
    setSheets: (uploadId: string, chosen: SheetChoice[]) =>
      setSheets(new Map([...sheets, [uploadId, chosen]])),
  };
}

/** Returns a file with what was chosen about its sheets in this form. */
const withSheets = (entry: FileEntry, chosen: SheetChoice[] | undefined): FileEntry =>
  chosen === undefined ? entry : { ...entry, sheets: chosen.length > 0 ? chosen : undefined };

/** The ID by which an upload replaces a file of an exported connection. */
export const wantedId = (at: number) => `wanted-${at}`;

/** Returns the files that were uploaded for those of an exported connection, each in its table. */
function wantedEntries(wanted: readonly WantedFile[], files: readonly UploadedFile[]): FileEntry[] {
  return wanted.flatMap(({ tableName }, at) => {
    const uploadId = files.find((file) => file.replaces === wantedId(at))?.uploadId;
    return uploadId ? [{ uploadId, ...(tableName !== null && { tableName }) }] : [];
  });
}

interface Saved {
  existing: readonly SourceFile[];
  entries: readonly FileEntry[];
  removed: ReadonlySet<string>;
  files: readonly UploadedFile[];
}

/** Returns the names of the files that there are once the form is saved. */
const namesOf = ({ existing, removed, files }: Omit<Saved, 'entries'>): string[] => [
  ...existing
    .filter(({ id }) => !removed.has(id) && !files.some(({ replaces }) => replaces === id))
    .map(({ fileName }) => fileName),
  ...files.filter(({ error }) => error === undefined).map(({ name }) => name),
];

/** Returns the source's files to save: without removed ones, and with each replacement in its file's table. */
function existingEntries({ existing, entries, removed, files }: Saved): FileEntry[] {
  return entries
    .filter(({ uploadId }) => !removed.has(uploadId))
    .map((entry) => {
      const uploadId = files.find((file) => file.replaces === entry.uploadId)?.uploadId;
      const tableName = entry.tableName ?? existing.find(({ id }) => id === entry.uploadId)?.tableName;
      return uploadId ? { ...entry, uploadId, ...(tableName && { tableName }) } : entry;
    });
}
