const SMALLEST = 16 * 1024;
const LARGEST = 256 * 1024;

/** Files below this get the smallest blocks: a file of ten rows is then 78 kB and not half a megabyte. */
const SMALL_BYTES = 64 * 1024 ** 2;

/** While a table is loaded the engine holds a few blocks for each column; this is for one of each. */
const BYTES_PER_BLOCK_OF_EACH_COLUMN = 32 * 1024 ** 2;

/**
 * The block size of a version file. Large blocks compress better and read faster, but 400 columns of them don't fit
 * into the memory of a load: the more columns, the smaller the blocks, always a power of two as the engine requires.
 */
export function blockSize(columns: number, expectedBytes: number | null): number {
  if (expectedBytes !== null && expectedBytes < SMALL_BYTES) return SMALLEST;
  let size = LARGEST;
  while (size > SMALLEST && size * columns > BYTES_PER_BLOCK_OF_EACH_COLUMN) size /= 2;
  return size;
}
