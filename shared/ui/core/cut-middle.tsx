import { styled } from '@mui/material/styles';
import { halvesOf } from './ends.ts';
import { Cut } from './text.tsx';

/**
 * A single line that is cut in its middle if it is too long, for texts that tell apart by their ends: addresses, file names,
 * IDs. It is copied and read aloud whole, and shown whole on hover.
 */
export function CutMiddle({ children: text }: { children: string }) {
  const halves = halvesOf(text);
  if (!halves) return <Cut title={text}>{text}</Cut>;
  return (
    <Root title={text}>
      <span>{text}</span>
      <span aria-hidden data-start={halves.head} data-end={halves.tail} />
    </Root>
  );
}

/**
 * What is seen are the two halves, which only styles know, the first of them cut where there is no room. Over them lies the
 * whole text, which nobody sees: it is selected, found, and read aloud.
 */
export const middleStyles = {
  position: 'relative',
  display: 'block',
  minWidth: 0,
  overflow: 'hidden',
  whiteSpace: 'pre',
  '& > span:first-of-type': { position: 'absolute', inset: 0, overflow: 'hidden', color: 'transparent' },
  '& > [data-end]': { display: 'flex' },
  '& > [data-end]::before': {
    content: 'attr(data-start)',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& > [data-end]::after': { content: 'attr(data-end)', flex: 'none' },
  '@media (forced-colors: active)': { '& > span:first-of-type': { opacity: 0 } },
} as const;

const Root = styled('span')(middleStyles);
