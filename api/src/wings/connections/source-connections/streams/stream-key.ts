import { storableText, storedJson } from '@headwater/protocol/storable';

/** What identifies a stream in its connection: an uploaded file's upload, and the names of everything else. */
interface Identified {
  namespace: string | null;
  name: string;
  source: Record<string, unknown>;
}

/** Returns a stream's key. It stays the same whatever the stream's table is called. */
export function streamKey({ namespace, name, source }: Identified): string {
  const { uploadId, part } = source;
  if (typeof uploadId !== 'string') return JSON.stringify([namespace, name]);
  if (typeof part !== 'string') return uploadId;
  return partKey(uploadId, storableText(part) === part ? part : storedJson(part));
}

/** Returns the key of one of an uploaded file's tables. */
export const partKey = (uploadId: string, part: string): string => `${uploadId}#${part}`;

/** Returns the upload of a key, and which of its tables it is, if there are several. */
export function uploadOfKey(key: string): { uploadId: string; part: string | null } {
  const at = key.indexOf('#');
  return at < 0 ? { uploadId: key, part: null } : { uploadId: key.slice(0, at), part: key.slice(at + 1) };
}

/** Whether it is the key of an uploaded file. Another file can replace it. */
export const isUploadKey = (key: string): boolean => !key.startsWith('[');
