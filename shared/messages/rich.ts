import { createElement, Fragment, type ReactNode } from 'react';

type Wrap = (children: ReactNode) => ReactNode;
export type RichValues = Record<string, string | number | Wrap>;

/** `<name>text</name>`; tags don't nest, because no message needs it. */
const TAG = /<(\w+)>(.*?)<\/\1>/gs;

/**
 * Renders a message whose text has tags. Values are inserted before tags are parsed, so each `<` in a value is replaced
 * by another character until then.
 */
export function rich(
  translate: (values: Record<string, string | number>) => string,
  values: RichValues,
): ReactNode {
  const plain = new Map<string, string | number>();
  const wraps = new Map<string, Wrap>();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'function') wraps.set(name, value);
    else plain.set(name, typeof value === 'string' ? value.replaceAll('<', OPENING) : value);
  }
  const parts: ReactNode[] = [];
  const text = translate(Object.fromEntries(plain));
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, name = '', inner = ''] = match;
    parts.push(restore(text.slice(end, match.index)), wraps.get(name)?.(restore(inner)) ?? restore(inner));
    end = match.index + whole.length;
  }
  parts.push(restore(text.slice(end)));
  return createElement(Fragment, null, ...parts);
}

/** A private-use character that represents `<` in values. */
const OPENING = '\uE000';
const restore = (text: string) => text.replaceAll(OPENING, '<');
