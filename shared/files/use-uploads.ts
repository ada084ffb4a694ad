import { api } from '@headwater/shared/api';
import { UPLOAD_MAX_BYTES } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import type { DroppedFile } from '@headwater/shared/ui/inputs';
import { useEffect, useRef, useState } from 'react';
import { fileMessages } from './file-messages.ts';

/** A file that is being uploaded, with its `uploadId` once that is done. */
export interface UploadedFile extends DroppedFile {
  uploadId?: string;
  /** The ID of the source's file that this one replaces. */
  replaces?: string;
}

/**
 * Uploads files as they are added. Removing a file stops its upload, or deletes it, and leaving the page stops all of them.
 * What has become part of a source is forgotten instead. An upload that has failed can be sent again.
 */
export function useUploads(organizationId: string) {
  const t = fileMessages.use();
  const format = useFormat();
  const errorText = useErrorText();
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const contents = useRef(new Map<string, File>());
  const change = (id: string, what: Partial<UploadedFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...what } : file)));

  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);

  // What stays, because it couldn't be deleted, goes with the abandoned ones.
  const discard = (uploadId: string) =>
    void api.delete(`organizations/${organizationId}/uploads/${uploadId}`).catch(() => undefined);

  const send = async (id: string, file: File) => {
    const stop = new AbortController();
    stops.current.set(id, stop);
    try {
      const upload = await uploadFile(organizationId, file, stop.signal, (progress) =>
        change(id, { progress }),
      );
      if (stop.signal.aborted) return discard(upload.id);
      change(id, { uploadId: upload.id, progress: undefined, done: true });
    } catch (error) {
      if (stop.signal.aborted) return;
      change(id, {
        progress: undefined,
        error: t('files.failed', { name: file.name, reason: errorText(error) }),
      });
    }
  };

  const add = (added: readonly File[], replaces?: string) => {
    for (const file of added) {
      const entry = { id: `file-${(nextId += 1)}`, name: file.name, bytes: file.size, replaces };
      const tooLarge = file.size > UPLOAD_MAX_BYTES;
      const error = tooLarge
        ? t('files.too_large', { name: file.name, limit: format.bytes(UPLOAD_MAX_BYTES) })
        : undefined;
      setFiles((all) => [...all, { ...entry, error, progress: tooLarge ? undefined : 0 }]);
      if (tooLarge) continue;
      contents.current.set(entry.id, file);
      void send(entry.id, file);
    }
  };
  const forget = (id: string) => {
    stops.current.get(id)?.abort();
    contents.current.delete(id);
    setFiles((all) => all.filter((file) => file.id !== id));
  };
  const remove = (id: string) => {
    const uploadId = files.find((file) => file.id === id)?.uploadId;
    forget(id);
    if (uploadId !== undefined) discard(uploadId);
  };
  const again = (id: string) => {
    const file = contents.current.get(id);
    if (!file) return;
    change(id, { error: undefined, progress: 0 });
    void send(id, file);
  };
  /** Whether sending a file again can help. */
  const canSendAgain = (id: string) => contents.current.has(id);
  return { files, add, remove, forget, again, canSendAgain };
}

let nextId = 0;

const uploadFile = (
  organizationId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
) =>
  api.upload<{ id: string }>(
    `organizations/${organizationId}/uploads?fileName=${encodeURIComponent(file.name)}`,
    file,
    {
      signal,
      onProgress,
    },
  );
