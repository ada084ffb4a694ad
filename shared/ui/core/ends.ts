/** How much of a text that is cut in its middle stays at its end. Shorter texts than two of these are cut at the end. */
const TAIL = 12;
/** What of a text is seen where there is little room. */
const SHOWN = 24;
/** How many texts are looked at: the first ones say what the others are like. */
const LOOKED_AT = 200;

export interface Halves {
  head: string;
  tail: string;
}

/** Returns the parts of a text that is cut in its middle, or null if it's too short to be. */
export function halvesOf(text: string): Halves | null {
  if (text.length <= 2 * TAIL) return null;
  const at = text.length - TAIL;
  const code = text.charCodeAt(at);
  // Some characters have two halves of their own.
  const cut = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
  return { head: text.slice(0, cut), tail: text.slice(cut) };
}

/**
 * Whether texts tell apart by their ends: cut at the end, at least a third of those that are long would look alike that
 * don't if they are cut in the middle.
 */
export function tellApartByEnd(texts: Iterable<string | null | undefined>): boolean {
  const [cutAtEnd, cutInMiddle, long] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let looked = 0;
  for (const text of texts) {
    if ((looked += 1) > LOOKED_AT) break;
    if (!text || text.length <= SHOWN) continue;
    long.add(text);
    cutAtEnd.add(text.slice(0, SHOWN));
    cutInMiddle.add(text.slice(0, SHOWN - TAIL) + text.slice(-TAIL));
  }
  return long.size > 1 && (cutInMiddle.size - cutAtEnd.size) * 3 >= long.size;
}
