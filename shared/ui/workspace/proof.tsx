import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useFormat } from '../../messages/format.ts';
import { uiMessages } from '../ui-messages.ts';
import { Stat } from './marks.tsx';

export interface ProofProps {
  /** Null if there is nothing to add up; then only the rows that were read are shown. */
  equation: { read: number; written: number; unchanged: number; filtered: number; rejected: number } | null;
  rowsRead: number;
  /** Whether more may be read. */
  isReading: boolean;
  /** A Mark that shows what the numbers prove. */
  verdict: ReactNode;
  /** A line below the numbers about what they leave out. */
  note?: ReactNode;
  /** A small button, such as "See 24 rejected rows". */
  action?: ReactNode;
}

/** Shows what became of the rows that were read: written, unchanged or left out if there are any, and rejected. */
export function Proof({ equation, rowsRead, isReading, verdict, note, action }: ProofProps) {
  const t = uiMessages.use();
  const { number } = useFormat();
  return (
    <Root>
      <dl>
        {equation ? (
          <>
            <Stat label={t('proof.read')} value={number(equation.read)} />
            <Sign aria-hidden>=</Sign>
            <Stat label={t('proof.written')} value={number(equation.written)} />
            {equation.unchanged > 0 && (
              <>
                <Sign aria-hidden>+</Sign>
                <Stat label={t('proof.unchanged')} value={number(equation.unchanged)} />
              </>
            )}
            {equation.filtered > 0 && (
              <>
                <Sign aria-hidden>+</Sign>
                <Stat label={t('proof.filtered')} value={number(equation.filtered)} />
              </>
            )}
            <Sign aria-hidden>+</Sign>
            <Stat label={t('proof.rejected')} value={number(equation.rejected)} />
          </>
        ) : (
          <Stat label={t(isReading ? 'proof.read_so_far' : 'proof.read')} value={number(rowsRead)} />
        )}
      </dl>
      <Rest>
        {verdict}
        {action}
      </Rest>
      {note && <Note>{note}</Note>}
    </Root>
  );
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
const Note = styled('p')({
  width: '100%',
  padding: '8px 16px 10px',
  borderTop: '1px solid var(--line)',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  '@media (max-width: 600px)': { padding: '8px 12px 10px' },
});
