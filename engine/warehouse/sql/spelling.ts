import type { StreamColumn } from '@headwater/protocol/protocol';

/** Whether a version's column may have other texts for values that arrive as they are spelled now. */
export const isRespelled = (now: StreamColumn, before: StreamColumn): boolean =>
  now.spelling !== undefined && before.spelling !== now.spelling;

const ADDRESS = '([0-9.]+)/32|([0-9a-f.]*:[0-9a-f:.]*)/128';

/** Returns SQL for a value of a version's column as the source spells it now: `::1` instead of `::1/128`. */
export function respelled({ type }: Pick<StreamColumn, 'type'>, value: string): string {
  const bare = (text: string) => `regexp_replace(${text}, '^(?:${ADDRESS})$', '\\1\\2')`;
  if (type === 'VARCHAR[]') return `[${bare('x')} for x in ${value}]`;
  if (type !== 'JSON') return bare(value);
  return `regexp_replace(${value}::varchar, '"(?:${ADDRESS})"', '"\\1\\2"', 'g')::json`;
}
