import { styled } from '@mui/material/styles';
import type { CSSProperties } from 'react';

interface BigNumberProps {
  label: string;
  /** As it reads. */
  children: string;
}

/** A single result, with what it is. It is as large as its place allows, so that it stays on one line. */
export function BigNumber({ label, children }: BigNumberProps) {
  return (
    <Root aria-label={label} style={{ '--digits': digitsOf(children) } as CSSProperties}>
      <span>{children}</span>
    </Root>
  );
}

/** Returns how many digits are as wide as a text, at least one. What separates them is half as wide. */
const digitsOf = (text: string): number =>
  Math.max(
    1,
    [...text].reduce((sum, character) => sum + (/[.,\s]/.test(character) ? 0.5 : 1), 0),
  );

// A digit is about 0.6 times as wide as it is high.
const Root = styled('figure')({
  margin: 0,
  padding: '32px 0',
  containerType: 'inline-size',
  '& > span': {
    fontSize: 'max(16px, min(var(--number-size, 56px), 160cqi / var(--digits)))',
    fontWeight: 'var(--weight-strong)',
    letterSpacing: 'var(--track-display)',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    lineHeight: 1.1,
  },
});
