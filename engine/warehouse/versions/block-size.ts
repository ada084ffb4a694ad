const SMALLEST = 16 * 1024;
const LARGEST = 256 * 1024;

/** Smaller files get the smallest blocks, so that a file with ten rows takes 78 kB instead of half a megabyte. */
const SMALL_BYTES = 64 * 1024 ** 2;

/** While a table is loaded, the engine holds several blocks per column. This limits one block of every column. */
const BYTES_PER_BLOCK_OF_EACH_COLUMN = 32 * 1024 ** 2;

/**
 * Returns the block size for a version file: always a power of two, as the engine requires. Large blocks compress
 * better and read faster, but for 400 columns they don't fit into the memory of a load. So more columns get smaller
 * blocks.
 */
export function blockSize(columns: number, expectedBytes: number | null): number {
  if (expectedBytes !== null && expectedBytes < SMALL_BYTES) return SMALLEST;
  let size = LARGEST;
  while (size > SMALLEST && size * columns > BYTES_PER_BLOCK_OF_EACH_COLUMN) size /= 2;
  return size;
}
