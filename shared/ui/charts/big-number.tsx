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
    <Root aria-label={label} style={{ '--characters': Math.max(1, children.length) } as CSSProperties}>
      <span>{children}</span>
    </Root>
  );
}

// A character is about 0.6 times as wide as it is high.
const Root = styled('figure')({
  margin: 0,
  padding: '32px 0',
  containerType: 'inline-size',
  '& > span': {
    fontSize: 'max(16px, min(var(--number-size, 56px), 160cqi / var(--characters)))',
    fontWeight: 'var(--weight-strong)',
    letterSpacing: 'var(--track-display)',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    lineHeight: 1.1,
  },
});
