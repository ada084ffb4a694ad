import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import { CompactSelect, IconButton, Row, styled, Text } from '@headwater/shared/ui';
import { IconChevronLeft, IconChevronRight } from '@headwater/shared/ui/icons';
import { hasZone } from '@headwater/shared/ui/table';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import type { RowPage } from '@headwater/shared/figures';
import { IconFirst, IconLast } from './pager-icons.ts';
import { PAGE_SIZES, pageOf, rangeOf, withPage } from './paging.ts';

interface PagerProps {
  page: RowPage;
  /** How many rows there are, or match. Null if that isn't known. */
  totalRows: number | null;
  /** Whether another page is being loaded. */
  busy: boolean;
}

/** Shows which rows are on the page, and leads to other pages. The page's cursor is in the URL. */
export function Pager({ page, totalRows, busy }: PagerProps) {
  const t = messages.use();
  const { number, timeZone } = useFormat();
  const [query, setQuery] = useSearchParams();
  const { size } = pageOf(query);
  const { from, to } = rangeOf(page);
  const go = (after: string | null) => setQuery(withPage(query, { size, after }));
  const isFirst = page.offset === 0;
  return (
    <Foot>
      <Row gap={4}>
        <span role="status" aria-busy={busy || undefined}>
          {totalRows === null
            ? t('rows.range_of_more', { from: number(from), to: number(to) })
            : t('rows.range', { from: number(from), to: number(to), total: number(totalRows) })}
        </span>
        {page.columns.some(hasZone) && <Text tone="dim">{t('rows.zone', { zone: timeZone })}</Text>}
      </Row>
      <Row gap={1} nowrap>
        <CompactSelect
          label={t('rows.size')}
          bare
          value={String(size)}
          options={PAGE_SIZES.map((one) => ({
            value: String(one),
            label: t('rows.a_page', { size: number(one) }),
          }))}
          onChange={(value) => setQuery(withPage(query, { size: Number(value), after: null }))}
        />
        <PageButton
          label={t('rows.first')}
          end={isFirst ? t('rows.at_start') : undefined}
          onGo={() => go(null)}
        >
          <IconFirst />
        </PageButton>
        <PageButton
          label={t('rows.previous')}
          end={isFirst ? t('rows.at_start') : undefined}
          onGo={() => go(page.prev)}
        >
          <IconChevronLeft />
        </PageButton>
        <PageButton
          label={t('rows.next')}
          end={page.next === null ? t('rows.at_end') : undefined}
          onGo={() => go(page.next)}
        >
          <IconChevronRight />
        </PageButton>
        <PageButton
          label={t('rows.last')}
          end={page.next === null ? t('rows.at_end') : undefined}
          onGo={() => go(page.last)}
        >
          <IconLast />
        </PageButton>
      </Row>
    </Foot>
  );
}

interface PageButtonProps {
  label: string;
  /** Why there is no such page, if there is none. */
  end: string | undefined;
  children: ReactNode;
  onGo(): void;
}

function PageButton({ label, end, children, onGo }: PageButtonProps) {
  return (
    <IconButton label={label} size="small" disabledReason={end} onClick={onGo}>
      {children}
    </IconButton>
  );
}

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 44,
  padding: '6px 16px 6px 24px',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  fontVariantNumeric: 'tabular-nums',
  '@media (max-width: 600px)': { padding: '6px 8px 6px 16px' },
});
