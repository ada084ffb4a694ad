/** One of several parts of a run that machines share, counted from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

export const WHOLE: Shard = { part: 1, of: 1 };

/** Reads `--shard 2/4` or `--shard=2/4`. Throws an error with the usage for anything else. */
export function readShard(args: readonly string[]): Shard {
  if (args.length === 0) return WHOLE;
  const [, part, of] = /^--shard[ =]([1-9]\d?)\/([1-9]\d?)$/.exec(args.join(' ')) ?? [];
  if (part === undefined || Number(part) > Number(of))
    throw new Error(
      'Usage: npm test [-- --shard <part>/<parts>], such as --shard 2/4 for the second of four.',
    );
  return { part: Number(part), of: Number(of) };
}
