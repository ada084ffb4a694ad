import { filterValueIn } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import { Row, Stack, styled, Text } from '@headwater/shared/ui';
import { Freshness, PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { ComparisonSelect } from '../reports/comparison-select.tsx';
import { Board, inReadingOrder } from '@headwater/shared/figures';
import { asReportFilter } from './as-report-filter.ts';
import { SharedCardView } from './shared-card-view.tsx';
import { SharedFilterControl } from './shared-filter-control.tsx';
import type { SharedReport, ShareKey } from './shared.queries.ts';

/** The cards of a shared report, with its filters above them. */
export function SharedReportView({ report, share }: { report: SharedReport; share: ShareKey }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const { name, workspace, freshAsOf, isLate, cards, filters, comparison } = report;
  // Only what may be chosen here is sent, whatever the URL says.
  const open = new Set(filters.filter(({ offers }) => offers !== 'nothing').map(({ id }) => `f.${id}`));
  if (comparison.offers.length > 0) open.add('compare');
  const chosen = new URLSearchParams([...query].filter(([key]) => open.has(key))).toString();
  const compared = comparison.offers.find((one) => one === query.get('compare')) ?? comparison.value;
  const compare = (value: typeof compared) =>
    setQuery((latest) => {
      const next = new URLSearchParams(latest);
      if (value === comparison.value) next.delete('compare');
      else next.set('compare', value);
      return next;
    });
  return (
    <Stack gap={4}>
      <PageHead
        title={name}
        meta={t('share.page.from', { workspace })}
        badge={freshAsOf && <Freshness asOf={freshAsOf} delayed={isLate} wordy />}
      />
      {(filters.length > 0 || comparison.offers.length > 0) && (
        <Row role="group" aria-label={t('share.page.filters')}>
          {filters.map((filter) => (
            <SharedFilterControl
              key={filter.id}
              share={share}
              filter={filter}
              value={filterValueIn(query, asReportFilter(filter))}
              query={query}
              chosen={chosen}
              onChange={setQuery}
            />
          ))}
          {comparison.offers.length > 0 && (
            <Box>
              <ComparisonSelect isField value={compared} offers={comparison.offers} onChange={compare} />
            </Box>
          )}
        </Row>
      )}
      {cards.length === 0 ? (
        <Text tone="dim">{t('reports.no_cards')}</Text>
      ) : (
        <Board cards={inReadingOrder(cards)}>
          {(card) => <SharedCardView share={share} card={card} filters={chosen} />}
        </Board>
      )}
    </Stack>
  );
}

const Box = styled('div')({ width: 260, maxWidth: '100%' });
