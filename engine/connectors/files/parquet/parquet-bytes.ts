import { open, type FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { AsyncBuffer, Compressors, FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';
import { FailureError } from '@headwater/base/failures/failure';
import type { KnownFile } from '../file-format.ts';
import type { ExactColumn } from './exact-column.ts';

/** Reads values as they're stored, one row group at a time. */
export class ParquetBytes {
  readonly #file: KnownFile;
  readonly #handle: FileHandle;
  readonly #source: AsyncBuffer;
  readonly #metadata: FileMetaData;

  private constructor(file: KnownFile, handle: FileHandle, source: AsyncBuffer, metadata: FileMetaData) {
    this.#file = file;
    this.#handle = handle;
    this.#source = source;
    this.#metadata = metadata;
  }

  /** Returns how large the part is that says what is in the file. All of it is in memory while the file is open. */
  static async footerBytes({ path }: KnownFile): Promise<number> {
    const handle = await open(path);
    try {
      const source = await bufferOf(handle);
      const end = await source.slice(source.byteLength - 8, source.byteLength - 4);
      return new DataView(end).getUint32(0, true);
    } finally {
      await handle.close();
    }
  }

  static async open(file: KnownFile): Promise<ParquetBytes> {
    const handle = await open(file.path);
    try {
      const source = await bufferOf(handle);
      // Only this format needs it.
      const { parquetMetadataAsync } = await import('hyparquet');
      const metadata = await parquetMetadataAsync(source, { geoparquet: false, parsers: AS_STORED });
      return new ParquetBytes(file, handle, source, metadata);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get groups(): number {
    return this.#metadata.row_groups.length;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /**
   * Throws if a column is stored in a way that the engine can't read, and says which column, and in which way: what the
   * engine says itself names neither the file nor the column.
   */
  requireReadable(): void {
    for (const { columns } of this.#metadata.row_groups) {
      for (const { meta_data: chunk } of columns) {
        if (!chunk) continue;
        const { type, codec, encodings = [] } = chunk;
        const isSplit = encodings.includes('BYTE_STREAM_SPLIT') && type !== 'FLOAT' && type !== 'DOUBLE';
        // Most programs write another LZ4, which has another name, and can be read.
        const packed = codec === 'LZ4' ? 'LZ4 (Hadoop)' : codec === 'LZO' ? 'LZO' : null;
        const how = packed ?? (isSplit ? 'BYTE_STREAM_SPLIT' : null);
        if (how) throw this.#unreadable(chunk.path_in_schema.join('.'), `${type}, ${how}`);
      }
    }
  }

  #unreadable(column: string, type: string): FailureError {
    return new FailureError('file_column_unreadable', { file: this.#file.fileName, column, type });
  }

  /** Returns a row group's values, in lists if the column has lists. */
  async valuesOf({ name, at }: Pick<ExactColumn, 'name' | 'at'>, group: number): Promise<readonly unknown[]> {
    const { parquetReadAsync } = await import('hyparquet/src/read.js');
    const rowGroup = this.#metadata.row_groups[group]!;
    const leaf = this.#metadata.schema.slice(0, at + 1).filter(({ type }) => type !== undefined).length - 1;
    const chunk = rowGroup.columns[leaf];
    const path = chunk?.meta_data?.path_in_schema;
    if (path?.[0] !== name) throw new Error('no such column');
    const codec = chunk!.meta_data!.codec;
    if (!READABLE.has(codec)) throw this.#unreadable(name, `${chunk!.meta_data!.type}, ${codec}`);
    const [read] = parquetReadAsync({
      file: this.#source,
      metadata: { ...this.#metadata, schema: rawSchema(this.#metadata.schema), row_groups: [rowGroup] },
      columns: [name],
      compressors: COMPRESSORS,
      utf8: false,
      geoparquet: false,
      parsers: AS_STORED,
    });
    const wanted = JSON.stringify(path);
    const columns = read?.asyncColumns ?? [];
    await Promise.all(columns.map(({ data }) => data));
    const column = columns.find(({ pathInSchema }) => JSON.stringify(pathInSchema) === wanted);
    if (!column) return [];
    const values: unknown[] = [];
    for (const page of (await column.data).data)
      for (const value of page as Iterable<unknown>) values.push(value);
    return values;
  }
}

/** The schema without what values mean, so that they're returned as they're stored. Lists stay lists. */
function rawSchema(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map((element) => {
    if (element.type === undefined) return element;
    const { converted_type: _, logical_type: __, ...raw } = element;
    return raw as SchemaElement;
  });
}

/** Also of the least and greatest values, which aren't used: a text that was cut isn't JSON. */
const AS_STORED = Object.fromEntries(
  [
    'timestampFromMilliseconds',
    'timestampFromMicroseconds',
    'timestampFromNanoseconds',
    'dateFromDays',
    'stringFromBytes',
    'jsonFromBytes',
    'geometryFromBytes',
    'geographyFromBytes',
    'uuidFromBytes',
  ].map((name) => [name, (value: unknown) => value]),
) as Partial<ParquetParsers>;

const READABLE: ReadonlySet<string> = new Set(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD']);

const COMPRESSORS: Compressors = {
  GZIP: (input, most) => gunzipSync(input, { maxOutputLength: Math.max(1, most) }),
  BROTLI: (input, most) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, most) }),
  ZSTD: (input, most) => zstdDecompressSync(input, { maxOutputLength: Math.max(1, most) }),
};

async function bufferOf(handle: FileHandle): Promise<AsyncBuffer> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start, end = size) {
      const length = Math.min(end, size) - start;
      if (!(length >= 0)) throw new RangeError('outside of the file');
      const bytes = new ArrayBuffer(length);
      const { bytesRead } = await handle.read(new Uint8Array(bytes), 0, length, start);
      if (bytesRead !== length) throw new RangeError('the file is shorter');
      return bytes;
    },
  };
}
