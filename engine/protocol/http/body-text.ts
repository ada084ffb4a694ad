import { isUtf8 } from 'node:buffer';
import type { HttpResponse } from './http-client.ts';

/**
 * Returns a body as text, without a byte order mark. What is valid UTF-8 is taken for that, whatever the server calls
 * it: many send UTF-8 under another name. Else the server's word counts, or that of an XML document about itself.
 */
export function textOf({ body, headers }: Pick<HttpResponse, 'body' | 'headers'>): string {
  const marked = markedCharset(body);
  if (marked) return new TextDecoder(marked).decode(body);
  const named = charsetIn(headers['content-type']) ?? xmlEncoding(body);
  // UTF-16 of plain letters is valid UTF-8 as well.
  const isOther = named !== null && (named.encoding.startsWith('utf-16') || !isUtf8(body));
  return (isOther ? named : new TextDecoder()).decode(body);
}

const markedCharset = (body: Buffer) =>
  body[0] === 0xff && body[1] === 0xfe
    ? 'utf-16le'
    : body[0] === 0xfe && body[1] === 0xff
      ? 'utf-16be'
      : null;

/** Returns a decoder of the charset in a `content-type`. Null if there is none, or none that browsers know. */
export const charsetIn = (contentType: string | undefined) =>
  decoderOf(/;\s*charset\s*=\s*"?\s*([^\s";]+)/i.exec(contentType ?? '')?.[1]);

const xmlEncoding = (body: Buffer) =>
  decoderOf(
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(body.subarray(0, 200).toString('latin1'))?.[1],
  );

/** Null if the name isn't one that browsers know. */
function decoderOf(name: string | undefined): InstanceType<typeof TextDecoder> | null {
  if (name === undefined) return null;
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}
