import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface PageHeadProps {
  title: ReactNode;
  /** Before the title, such as a Tile. */
  lead?: ReactNode;
  /** Next to the title, such as a StatusBadge. */
  badge?: ReactNode;
  /** Facts below the title, each a separate element. */
  meta?: ReactNode;
  /** Buttons right after the title, since toasts appear on the right; on phones in a separate row below the facts. */
  actions?: ReactNode;
}

/** A page's `h1` with what belongs to it. */
export function PageHead({ title, lead, badge, meta, actions }: PageHeadProps) {
  return (
    <Head>
      <TitleRow>
        {lead}
        <h1>{title}</h1>
        {badge}
      </TitleRow>
      {actions && <Actions>{actions}</Actions>}
      {meta && <Facts>{meta}</Facts>}
    </Head>
  );
}

/** Small facts on one line, each a separate element. */
export const Meta = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  alignItems: 'center',
  '& > *': { display: 'inline-flex', gap: 5, alignItems: 'center' },
});

/** A row of controls above a list: chips at the start, search at the end. */
export const Toolbar = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '8px 16px',
  alignItems: 'center',
  flexWrap: 'wrap',
});

const Head = styled('header')({
  display: 'flex',
  gap: '6px 24px',
  alignItems: 'flex-start',
  flexWrap: 'wrap',
});
const Facts = styled(Meta)({ flexBasis: '100%' });
const TitleRow = styled('div')({
  display: 'flex',
  gap: 10,
  alignItems: 'center',
  flexWrap: 'wrap',
  minHeight: 32,
  minWidth: 0,
  '& h1': { minWidth: 0, overflowWrap: 'anywhere' },
});
const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  '@media (max-width: 600px)': {
    order: 1,
    width: '100%',
    marginTop: 6,
    '& > .MuiButtonBase-root:not([aria-label])': { flex: 1 },
  },
});
