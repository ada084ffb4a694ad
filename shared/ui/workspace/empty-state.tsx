import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** A sentence, shown as a heading. */
  title: string;
  children?: ReactNode;
  /** A primary Button. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** Shown in a frame or a page that has nothing yet, with what to do about it. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <Root>
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </Root>
  );
}

export interface InviteProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
  /** A line drawing 208 px wide, such as SourcesArt. */
  art?: ReactNode;
  /** A quieter alternative, such as an Offer of sample data. */
  aside?: ReactNode;
}

/** The first visit to an area: a drawing, a sentence, one primary action, and an alternative. */
export function Invite({ title, children, action, art, aside }: InviteProps) {
  return (
    <InviteRoot>
      {art}
      <InviteText>
        <h2>{title}</h2>
        <p>{children}</p>
      </InviteText>
      {action}
      {aside}
    </InviteRoot>
  );
}

export interface OfferProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
  icon?: ReactNode;
}

/** A bordered box with an offer, such as "No source at hand?", and its button. */
export function Offer({ title, children, action, icon }: OfferProps) {
  return (
    <OfferRoot>
      {icon}
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
      {action}
    </OfferRoot>
  );
}

const Root = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  gap: 8,
  padding: '56px 20px',
  '& > .hw-icon': { color: 'var(--icon)' },
  '& h2': { fontSize: 'var(--size-16)' },
  '& p': { color: 'var(--text-2)', maxWidth: '46ch', marginBottom: 8 },
});
const InviteRoot = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 24,
  padding: 'min(9vh, 96px) 20px 64px',
  textAlign: 'center',
  '@media (max-width: 600px)': { paddingInline: 0, '& > .MuiButtonBase-root': { width: '100%' } },
});
const InviteText = styled('div')({
  display: 'grid',
  gap: 8,
  '& h2': { fontSize: 'var(--size-16)' },
  '& p': { color: 'var(--text-2)', maxWidth: '48ch' },
});
const OfferRoot = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  gap: 14,
  alignItems: 'center',
  textAlign: 'left',
  padding: '14px 14px 14px 16px',
  borderRadius: 'var(--radius)',
  boxShadow: 'inset 0 0 0 1px var(--line-2)',
  maxWidth: 520,
  width: '100%',
  marginTop: 8,
  '& p': { fontSize: 'var(--size-13)', color: 'var(--text-2)' },
  '& > .hw-icon': { color: 'var(--accent)' },
  '@media (max-width: 600px)': {
    gridTemplateColumns: 'auto 1fr',
    '& .MuiButtonBase-root': { gridColumn: '1 / -1' },
  },
});
