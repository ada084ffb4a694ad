import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useFormat } from '../../messages/format.ts';
import { uiMessages } from '../ui-messages.ts';
import { Stat } from './marks.tsx';
import { Mark } from './status-badge.tsx';

export interface ProofProps {
  read: number;
  written: number;
  rejected: number;
  /** Still running: the figures need not meet yet. */
  open?: boolean;
  /** A small button, such as "See 24 rejected rows". */
  action?: ReactNode;
}

/** Every run is an equation: read = written + rejected. */
export function Proof({ read, written, rejected, open, action }: ProofProps) {
  const t = uiMessages.use();
  const { number } = useFormat();
  return (
    <Root>
      <dl>
        <Stat label={t('proof.read')} value={number(read)} />
        <Sign aria-hidden>=</Sign>
        <Stat label={t('proof.written')} value={number(written)} />
        <Sign aria-hidden>+</Sign>
        <Stat label={t('proof.rejected')} value={number(rejected)} />
      </dl>
      <Rest>
        <Verdict missing={read - written - rejected} open={open} />
        {action}
      </Rest>
    </Root>
  );
}

function Verdict({ missing, open }: { missing: number; open?: boolean }) {
  const t = uiMessages.use();
  if (missing === 0) return <Mark glyph="synced" tone="ok" words={t('proof.complete')} />;
  if (open) return <Mark glyph="syncing" tone="info" words={t('proof.open')} />;
  return <Mark glyph="action" tone="bad" words={t('proof.missing', { count: Math.abs(missing) })} />;
}

const Root = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'stretch',
  borderRadius: 'var(--radius)',
  boxShadow: 'inset 0 0 0 1px var(--line-2)',
  '& > dl': { display: 'flex', minWidth: 0, '& > div': { padding: '10px 16px 12px', alignContent: 'start' } },
  '@media (max-width: 600px)': {
    '& > dl > div': { padding: '10px 4px 8px 12px' },
    '& dd': { fontSize: 'var(--size-16)' },
  },
});
const Sign = styled('span')({ alignSelf: 'center', fontSize: 'var(--size-20)', color: 'var(--text-3)' });
const Rest = styled('div')({
  marginLeft: 'auto',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 16px',
  alignItems: 'center',
  padding: '8px 16px',
  '@media (max-width: 600px)': {
    width: '100%',
    padding: '0 12px 12px',
    '& > .MuiButtonBase-root': { width: '100%' },
  },
});
