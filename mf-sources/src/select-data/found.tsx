import { styled } from '@headwater/shared/ui';
import type { ReactNode } from 'react';
import { spanIn } from './search.ts';

/** Text in which the search match is marked. Anything other than text is rendered as it is. */
export function Found({ text, search }: { text: ReactNode; search: string }) {
  if (typeof text !== 'string' || search.trim() === '') return text;
  const [start, end] = spanIn(text, search) ?? [0, 0];
  if (end === start) return text;
  return (
    <>
      {text.slice(0, start)}
      <Marked>{text.slice(start, end)}</Marked>
      {text.slice(end)}
    </>
  );
}

const Marked = styled('mark')({
  background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  color: 'var(--text)',
  borderRadius: 2,
});
