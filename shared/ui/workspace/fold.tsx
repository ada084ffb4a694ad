import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { IconChevronRight } from '../icons/index.ts';

interface FoldProps {
  title: ReactNode;
  /** Whether it's open at first. */
  open?: boolean | undefined;
  children: ReactNode;
}

/** Fields of a form that few people need, folded up below the others. */
export function Fold({ title, open, children }: FoldProps) {
  return (
    <Root open={open || undefined}>
      <summary>
        <IconChevronRight size={14} />
        {title}
      </summary>
      <Fields>{children}</Fields>
    </Root>
  );
}

const Root = styled('details')({
  borderTop: '1px solid var(--line)',
  borderBottom: '1px solid var(--line)',
  // One line between two of them, without the gap between fields.
  'details + &': { borderTop: 'none', marginTop: -18 },
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '12px 0',
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
    cursor: 'pointer',
    borderRadius: 'var(--radius-in)',
    '&::-webkit-details-marker': { display: 'none' },
  },
  '& > summary > .hw-icon': { color: 'var(--icon)', transition: 'transform var(--fast) var(--ease)' },
  '&[open] > summary > .hw-icon': { transform: 'rotate(90deg)' },
});
const Fields = styled('div')({ display: 'grid', gap: 16, padding: '4px 0 20px' });
