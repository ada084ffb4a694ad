import type { Readable } from 'node:stream';

/** Returns a file's name that every file system accepts, without its extension. */
export const fileNameOf = (title: string, fallback: string): string =>
  title.replaceAll(/[^\p{L}\p{N}._ -]+/gu, ' ').trim() || fallback;

/** A file that the browser saves. A route that returns one declares its media type as `download`. */
export class Download {
  readonly fileName: string;
  readonly content: Readable;

  constructor(fileName: string, content: Readable) {
    this.fileName = fileName;
    this.content = content;
  }

  /** The value of Content-Disposition, with the name in the form for any characters (RFC 8187). */
  get disposition(): string {
    const name = encodeURIComponent(this.fileName).replaceAll(
      /['()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16)}`,
    );
    return `attachment; filename*=UTF-8''${name}`;
  }
}
