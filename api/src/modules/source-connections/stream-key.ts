/** What identifies a stream in its connection: an uploaded file's upload, and the names of everything else. */
interface Identified {
  namespace: string | null;
  name: string;
  source: Record<string, unknown>;
}

/** Returns a stream's key. It stays the same whatever the stream's table is called. */
export const streamKey = ({ namespace, name, source }: Identified): string =>
  typeof source.uploadId === 'string' ? source.uploadId : JSON.stringify([namespace, name]);

/** Whether it is the key of an uploaded file. Another file can replace it. */
export const isUploadKey = (key: string): boolean => !key.startsWith('[');
