import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A single result, with what it is. */
export function BigNumber({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Root aria-label={label}>
      <span>{children}</span>
    </Root>
  );
}

const Root = styled('figure')({
  margin: 0,
  padding: '32px 0',
  '& > span': {
    fontSize: 'clamp(28px, 6vw, 56px)',
    fontWeight: 'var(--weight-strong)',
    letterSpacing: 'var(--track-display)',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    lineHeight: 1.1,
  },
});
