import { savedChoices, ownValue } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import type { Table } from '@headwater/shared/tables';
import { QueryBoundary, Skeleton, Stack, styled, Text } from '@headwater/shared/ui';
import type { ReportTemplate } from '@headwater/shared/report-templates';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { GAP, ROW } from '@headwater/shared/figures';
import { CardView } from '../../reports/report/card-view.tsx';
import type { MappingState } from './use-mapping.ts';

interface LiveCardsProps {
  organizationId: string;
  template: ReportTemplate;
  table: Table;
  mapping: MappingState;
}

/** The cards as they would be in the report, computed of the table's rows, and which are still missing. */
export function LiveCards({ organizationId, template, table, mapping }: LiveCardsProps) {
  const t = messages.use();
  const language = useLanguage();
  const { content, columns, known } = mapping;
  const tables = useMemo(() => new Map([[table.id, table]]), [table]);
  const shown = new Set(content.cards.map(({ id }) => id));
  const leftOut = template.cards.filter(({ id }) => !shown.has(id));
  const lacking = new Set(
    leftOut.flatMap(({ needs }) => needs.filter((role) => ownValue(columns, role) === undefined)),
  );
  const roles = template.roles
    .filter(({ id }) => lacking.has(id))
    .map(({ name }) => name[language])
    .join(', ');
  const context = { organizationId, tables, ...savedChoices(content) };
  return (
    <Root aria-label={t('templates.live')}>
      <h2>{t('templates.live')}</h2>
      {content.cards.length === 0 && <Text tone="dim">{t('templates.nothing_live')}</Text>}
      <QueryBoundary query={known} thing={t('templates.values')} loading={<Wait />}>
        {() =>
          mapping.isTimeKnown ? (
            <Cards>
              {content.cards.map((card) => (
                <div
                  key={card.id}
                  data-kind={card.kind}
                  style={{ height: card.layout.h * (ROW + GAP) - GAP }}
                >
                  <CardView context={context} card={card} />
                </div>
              ))}
            </Cards>
          ) : (
            <Wait />
          )
        }
      </QueryBoundary>
      {leftOut.length > 0 && (
        <Text tone="muted" size={13}>
          {t('templates.left_out', { count: leftOut.length, roles })}
        </Text>
      )}
    </Root>
  );
}

const Wait = () => (
  <Stack gap={4}>
    <Skeleton width="100%" height={152} />
    <Skeleton width="100%" height={320} />
  </Stack>
);

const Root = styled('section')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  '& > h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
});
const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 16,
  '& > div': { gridColumn: '1 / -1', minWidth: 0 },
  // On phones, half of the width is too narrow for what a number is compared with.
  '@media (min-width: 601px)': { '& > [data-kind="number"]': { gridColumn: 'auto' } },
});
