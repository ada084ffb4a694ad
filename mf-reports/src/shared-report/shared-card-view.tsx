import type { SharedCard } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, styled, Text } from '@headwater/shared/ui';
import { Freshness } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { CardFrame } from '../reports/report/card-frame.tsx';
import { Figure } from '../reports/report/figure.tsx';
import { isLasting, RefusalNote, TwinSwitch } from '@headwater/shared/figures';
import { SafeMarkdown } from '../reports/report/safe-markdown.tsx';
import { ValuesSaid } from '../reports/made-with.tsx';
import { sharedCardQuery, type ShareKey } from './shared.queries.ts';

interface SharedCardProps {
  share: ShareKey;
  card: SharedCard;
  /** The values that the viewer has chosen, as in the URL. */
  filters: string;
}

/** A card of a shared report. */
export function SharedCardView(props: SharedCardProps) {
  const t = messages.use();
  const { card } = props;
  const name = card.title || t('reports.card');
  if (card.kind === 'text')
    return (
      <CardFrame title={card.title} name={t('reports.kind.text')}>
        <SafeMarkdown text={card.text} />
      </CardFrame>
    );
  if (card.state !== 'ready')
    return (
      <CardFrame title={card.title} name={name}>
        <Text tone="dim">
          {t(card.state === 'gone' ? 'share.page.table_gone' : 'share.page.table_empty')}
        </Text>
      </CardFrame>
    );
  return <Computed {...props} kind={card.kind} name={name} />;
}

interface ComputedProps extends SharedCardProps {
  kind: 'query' | 'number' | 'table';
  name: string;
}

function Computed({ share, card, filters, kind, name }: ComputedProps) {
  const t = messages.use();
  const [isTable, setTable] = useState(false);
  const result = useQuery(sharedCardQuery(share, card, filters));
  return (
    <CardFrame
      title={card.title}
      name={name}
      tools={kind === 'query' && <TwinSwitch isTable={isTable} onChange={setTable} />}
      foot={
        <>
          <Freshness asOf={card.freshAsOf} delayed={card.isLate} wordy />
          {result.data && result.data.parameters.length > 0 && (
            <span>
              <ValuesSaid values={result.data.parameters} />
            </span>
          )}
          {result.data?.unbound.map((label) => (
            <span key={label}>{t('filter.not_filtered', { filter: label })}</span>
          ))}
        </>
      }
    >
      <Body data-old={result.isPlaceholderData || undefined} aria-busy={result.isFetching || undefined}>
        {isLasting(result.error) ? (
          <RefusalNote error={result.error} />
        ) : (
          <QueryBoundary query={result} thing={name} loading={<Skeleton width="100%" height="100%" />}>
            {(found) => (
              <Figure
                title={card.title}
                kind={kind}
                mark={card.mark}
                measure={card.measure}
                result={found}
                isTable={isTable}
              />
            )}
          </QueryBoundary>
        )}
      </Body>
    </CardFrame>
  );
}

const Body = styled('div')({
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  transition: 'opacity var(--calm)',
  '&[data-old]': { opacity: 0.5 },
});
