import type { MessageValues } from '@headwater/shared/contract';

/** The most characters of a text that an engine, a server, or a program says about an error. */
const FOREIGN_TEXT_MAX = 2_000;

/**
 * Returns a text that others wrote as far as we keep it, show it, and send it on. They can say anything, at any length,
 * so every such text passes here where it comes in.
 */
export function foreignText(text: string): string {
  if (text.length <= FOREIGN_TEXT_MAX) return text;
  // A character can be two code units, which are kept or left out together.
  const cut = text.slice(0, FOREIGN_TEXT_MAX - 1).replace(/[\uD800-\uDBFF]$/, '');
  // What was cut keeps the whole text in memory as long as it's kept itself.
  return `${Buffer.from(cut).toString()}…`;
}

/** Returns the values of a message with each text as far as we keep it. */
export const foreignValues = <Values extends MessageValues>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? foreignText(value) : value,
    ]),
  ) as Values;
