import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface PageHeadProps {
  title: ReactNode;
  /** Before the title: a Tile. */
  lead?: ReactNode;
  /** Beside the title: a StatusBadge, a Freshness. */
  badge?: ReactNode;
  /** Facts under the title, each an element of its own. */
  meta?: ReactNode;
  /** Buttons after the title, as toasts have the right; on phones a row of its own. */
  actions?: ReactNode;
}

/** A page's one `h1` with what belongs to it. */
export function PageHead({ title, lead, badge, meta, actions }: PageHeadProps) {
  return (
    <Head>
      <TitleColumn>
        <TitleRow>
          {lead}
          <h1>{title}</h1>
          {badge}
        </TitleRow>
        {meta && <Meta>{meta}</Meta>}
      </TitleColumn>
      {actions && <Actions>{actions}</Actions>}
    </Head>
  );
}

/** Small facts on one line, each an element of its own. */
export const Meta = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  alignItems: 'center',
  '& > *': { display: 'inline-flex', gap: 5, alignItems: 'center' },
});

/** A row of controls over a list: chips at the start, search at the end. */
export const Toolbar = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '8px 16px',
  alignItems: 'center',
  flexWrap: 'wrap',
});

const Head = styled('header')({
  display: 'flex',
  gap: '12px 24px',
  alignItems: 'flex-start',
  flexWrap: 'wrap',
});
const TitleColumn = styled('div')({ display: 'grid', gap: 6, minWidth: 0 });
const TitleRow = styled('div')({
  display: 'flex',
  gap: 10,
  alignItems: 'center',
  flexWrap: 'wrap',
  minHeight: 32,
  '& h1': { minWidth: 0, overflowWrap: 'anywhere' },
});
const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  '@media (max-width: 600px)': { width: '100%', '& > .MuiButtonBase-root:not([aria-label])': { flex: 1 } },
});
