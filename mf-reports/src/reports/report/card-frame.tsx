import { IconButton, styled } from '@headwater/shared/ui';
import { IconMore } from '@headwater/shared/ui/icons';
import { Menu } from '@headwater/shared/ui/menu';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { ONE_COLUMN } from '@headwater/shared/figures';

interface CardFrameProps {
  title: string;
  /** What the card is called if it has no title. */
  name: string;
  /** Before the title. */
  lead?: ReactNode;
  tools?: ReactNode;
  /** Of the card's menu. */
  items?: ReactNode;
  foot?: ReactNode;
  /** Shown as being edited. */
  isActive?: boolean;
  children: ReactNode;
}

/** A card of a report, as high as its place: its body scrolls. */
export function CardFrame({ title, name, lead, tools, items, foot, isActive, children }: CardFrameProps) {
  return (
    <Root aria-label={title || name} data-active={isActive || undefined}>
      {(title !== '' || lead || tools || items) && (
        <header data-lead={lead ? true : undefined}>
          {lead}
          <h2 title={title}>{title}</h2>
          {tools}
          {items && <CardMenu title={title}>{items}</CardMenu>}
        </header>
      )}
      <Body>{children}</Body>
      {foot && <footer>{foot}</footer>}
    </Root>
  );
}

/** What can be done with a card. */
function CardMenu({ title, children }: { title: string; children: ReactNode }) {
  const t = messages.use();
  return (
    <Menu
      align="end"
      trigger={(wiring) => (
        <IconButton size="small" label={t('reports.more', { card: title || t('reports.card') })} {...wiring}>
          <IconMore />
        </IconButton>
      )}
    >
      {children}
    </Menu>
  );
}

const Root = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minWidth: 0,
  overflow: 'hidden',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  '&[data-active]': { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    flex: 'none',
    minHeight: 40,
    padding: '6px 8px 0 16px',
  },
  '& > header[data-lead]': { paddingLeft: 6 },
  [ONE_COLUMN]: { '& > header[data-lead]': { paddingLeft: 16 } },
  '& > header > h2': {
    flex: 1,
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 'var(--size-14)',
    fontWeight: 'var(--weight-strong)',
  },
  '& > footer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 12px',
    flex: 'none',
    padding: '0 16px 10px',
    fontSize: 'var(--size-12)',
    color: 'var(--text-2)',
  },
});

const Body = styled('div')({
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  overflow: 'auto',
  padding: '4px 16px 12px',
});
