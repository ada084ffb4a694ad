import { createElement, Fragment, type ReactNode } from 'react';

type Wrap = (children: ReactNode) => ReactNode;
export type RichValues = Record<string, string | number | Wrap>;

/** `<name>text</name>`; tags don't nest, as no sentence of ours needs it. */
const TAG = /<(\w+)>(.*?)<\/\1>/gs;

/**
 * Renders a message whose text has tags. The values are put in before the tags are read, so a value that
 * looks like a tag is parted from the text by characters that no value may carry.
 */
export function rich(
  translate: (values: Record<string, string | number>) => string,
  values: RichValues,
): ReactNode {
  const plain: Record<string, string | number> = {};
  const wraps: Record<string, Wrap> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'function') wraps[name] = value;
    else plain[name] = typeof value === 'string' ? value.replaceAll('<', OPENING) : value;
  }
  const parts: ReactNode[] = [];
  const text = translate(plain);
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, name = '', inner = ''] = match;
    parts.push(restore(text.slice(end, match.index)), wraps[name]?.(restore(inner)) ?? restore(inner));
    end = match.index + whole.length;
  }
  parts.push(restore(text.slice(end)));
  return createElement(Fragment, null, ...parts);
}

/** A private-use character stands for `<` within values. */
const OPENING = '\uE000';
const restore = (text: string) => text.replaceAll(OPENING, '<');
