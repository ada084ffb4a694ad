import { styled } from '@headwater/shared/ui';
import type { ReactNode } from 'react';

const PART =
  /(--.*)|('[^']*')|("(?:[^"]|"")*")|\b(create role|login password|grant|connect on database|do|declare|begin|for|in|select|from|where|and|loop|execute|end loop|end|to)\b/g;

/** A grant script with its keywords, strings, and comments highlighted. */
export function SqlCode({ code }: { code: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(PART)) {
    const [whole, comment, text, name] = match;
    parts.push(code.slice(end, match.index));
    end = match.index + whole.length;
    if (comment) parts.push(<Comment key={end}>{comment}</Comment>);
    else if (text) parts.push(<Literal key={end}>{text}</Literal>);
    // A quoted name isn't highlighted, even if it contains a keyword.
    else parts.push(name ?? <Keyword key={end}>{whole}</Keyword>);
  }
  return [...parts, code.slice(end)];
}

const Keyword = styled('span')({ color: 'var(--accent-text)' });
const Literal = styled('span')({ color: 'var(--warn-text)' });
const Comment = styled('span')({ color: 'var(--text-3)' });
