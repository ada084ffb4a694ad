import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface ButtonLabelProps {
  busy: boolean;
  busyLabel?: ReactNode;
  children: ReactNode;
}

/**
 * Shows one label. The other is invisible and not announced, but keeps the button as wide as the longer of the two.
 */
export function ButtonLabel({ busy, busyLabel, children }: ButtonLabelProps) {
  const waiting = busyLabel ?? children;
  const [shown, other] = busy ? [waiting, children] : [children, waiting];
  return <Label data-other={typeof other === 'string' && other !== shown ? other : undefined}>{shown}</Label>;
}

const Label = styled('span')({
  display: 'inline-grid',
  justifyItems: 'center',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  lineHeight: 1.4,
  '&[data-other]::after': {
    content: 'attr(data-other)',
    height: 0,
    overflow: 'hidden',
    visibility: 'hidden',
  },
});
