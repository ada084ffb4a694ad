import {
  CARD_TEXT_MAX,
  CARD_TITLE_MAX,
  cardInCalendar,
  filteredQuery,
  isComparable,
  isOfRows,
  type ComputedCard,
  type Query,
  type QueryFilter,
  type ReportCard,
} from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useCalendar } from '@headwater/shared/session';
import type { Table } from '@headwater/shared/tables';
import { Button, Note, Stack, styled } from '@headwater/shared/ui';
import { IconTrash } from '@headwater/shared/ui/icons';
import { Field, Select, TextInput } from '@headwater/shared/ui/inputs';
import { useId } from 'react';
import { messages } from '../../messages.ts';
import {
  ChartBuilder,
  type ChartChoice,
  chartIn,
  choiceOfCard,
  CompareSelect,
  FilterChips,
  keepingOthers,
  kindFor,
  queryFor,
  type RowChoice,
  rowChoiceOf,
  rowQuery,
  usualRows,
} from '@headwater/shared/figures';
import { cardResultQuery } from '../report/card-result.query.ts';
import { CardView, type CardContext } from '../report/card-view.tsx';
import { CardSource } from './card-source.tsx';
import { RowSettings } from './row-settings.tsx';
import { SidePanel } from './side-panel.tsx';

interface CardPanelProps {
  context: CardContext;
  card: ReportCard;
  isColumn: boolean;
  onChange(card: ReportCard, about: string | null): void;
  onRemove(): void;
  onClose(): void;
}

/** What a card is called and shows. The report follows each change; what a drawer covers of it, is in the drawer. */
export function CardPanel({ context, card, isColumn, onChange, onRemove, onClose }: CardPanelProps) {
  const t = messages.use();
  return (
    <SidePanel title={card.title || t('reports.card_settings')} isColumn={isColumn} onClose={onClose}>
      {!isColumn && (
        <Preview
          style={{
            height: card.kind === 'query' || card.kind === 'table' ? 300 : isCompared(card) ? 240 : 160,
          }}
        >
          {/* What is set here shows, also while the report compares with something else. */}
          <CardView context={{ ...context, comparison: 'cards' }} card={card} />
        </Preview>
      )}
      <TextInput
        label={t('reports.card_title')}
        value={card.title}
        maxLength={CARD_TITLE_MAX}
        onChange={({ target }) => onChange({ ...card, title: target.value }, `title ${card.id}`)}
      />
      {card.kind === 'text' ? (
        <TextSettings card={card} onChange={onChange} />
      ) : (
        <QuerySettings context={context} card={card} onChange={onChange} />
      )}
      <Remove variant="ghost" icon={<IconTrash />} onClick={onRemove}>
        {t('reports.card_remove')}
      </Remove>
    </SidePanel>
  );
}

function TextSettings({
  card,
  onChange,
}: Pick<CardPanelProps, 'onChange'> & { card: Extract<ReportCard, { kind: 'text' }> }) {
  const t = messages.use();
  const id = useId();
  return (
    <Field label={t('reports.text')} hint={t('reports.text_hint')} id={id}>
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={10}
          value={card.text}
          maxLength={CARD_TEXT_MAX}
          onChange={({ target }) => onChange({ ...card, text: target.value }, `text ${card.id}`)}
        />
      )}
    </Field>
  );
}

type QuerySettingsProps = Pick<CardPanelProps, 'context' | 'onChange'> & { card: ComputedCard };

function QuerySettings({ context, card, onChange }: QuerySettingsProps) {
  const t = messages.use();
  const { zone } = useCalendar();
  const { organizationId, tables } = context;
  const table = tables.get(card.table.id);
  return (
    <Stack gap={4}>
      <CardSource
        organizationId={organizationId}
        card={card}
        tables={tables}
        onChoose={(next, isQuery) =>
          onChange(comparedIfFit({ ...card, ...startingWith(next, card.kind, zone, isQuery) }), null)
        }
      />
      {card.kind === 'table' && table && (
        <Select
          label={t('reports.table_shows')}
          value={isOfRows(card.query) ? 'rows' : 'groups'}
          options={(['rows', 'groups'] as const).map((value) => ({
            value,
            label: t(`reports.table_${value}`),
          }))}
          onChange={({ target }) =>
            onChange(
              comparedIfFit({ ...card, ...startingWith(table, 'table', zone, target.value === 'rows') }),
              null,
            )
          }
        />
      )}
      {table && table.version !== null && (
        <Builder context={context} card={card} table={table} version={table.version} onChange={onChange} />
      )}
      {!isOfRows(card.query) && <CompareChoice context={context} card={card} onChange={onChange} />}
    </Stack>
  );
}

function Builder({
  context: { organizationId, filters, valueOf },
  card,
  table,
  version,
  onChange,
}: QuerySettingsProps & { table: Table; version: number }) {
  const t = messages.use();
  const calendar = useCalendar();
  const { sourceConnectionId, tableName, columns } = table;
  const address = { organizationId, sourceConnectionId, tableName };
  const result = useQuery(
    // Periods that follow the report's filters are those that the card shows.
    cardResultQuery(
      address,
      version,
      cardInCalendar(filteredQuery(card, filters, valueOf).query, calendar),
      card.compare,
    ),
  );
  const filter: QueryFilter = card.query.filter ?? [];
  const zone = calendar.timeZone ?? card.query.zone ?? calendar.zone;
  const filtersFor = (onFilter: (rows: QueryFilter) => void) => (
    <FilterChips address={address} version={version} columns={columns} filter={filter} onChange={onFilter} />
  );
  if (isOfRows(card.query)) {
    const shown = rowChoiceOf(card.query);
    const show = (next: Partial<RowChoice>, rows: QueryFilter) =>
      onChange({ ...card, query: rowQuery({ ...shown, ...next }, rows, zone) }, null);
    return (
      <RowSettings
        columns={columns}
        choice={shown}
        filters={filtersFor((rows) => show({}, rows))}
        onChoose={(next) => show(next, filter)}
      />
    );
  }
  const choice = choiceOfCard(card, columns);
  if (!choice) return <Note>{t('reports.beyond_builder')}</Note>;
  const others = card.query.measures.slice(1);
  const change = (next: Partial<ChartChoice>, rows: QueryFilter) => {
    const chosen = { ...choice, ...next };
    const { id, title, layout } = card;
    const changed = {
      ...{ id, title, layout, table: { id: table.id, name: tableName } },
      query: keepingOthers(queryFor(chosen, columns, rows, zone), card.query),
      ...kindFor(chosen),
    };
    const { compare } = chosen;
    onChange(comparedIfFit({ ...changed, ...(compare && { compare }) }), null);
  };
  return (
    <Plain>
      {others.length > 0 && <Note>{t('chart.also', { names: others.map(({ as }) => as).join(', ') })}</Note>}
      <ChartBuilder
        columns={columns}
        choice={choice}
        result={result.isPlaceholderData ? undefined : result.data}
        filters={filtersFor((rows) => change({}, rows))}
        onChoose={(next) => change(next, filter)}
      />
    </Plain>
  );
}

const isCompared = (card: ReportCard) => card.kind === 'number' && card.compare !== undefined;

/** So high is a card that has room for what it's compared with. */
const COMPARED_HEIGHTS: Record<ComputedCard['kind'], number> = { number: 5, query: 7, table: 5 };

/** Returns a card that isn't compared if its query can't be. */
function comparedIfFit({ compare, ...card }: object & { query: Query; compare?: ComputedCard['compare'] }) {
  return { ...card, ...(compare && isComparable(card.query) && { compare }) } as ReportCard;
}

/** What a card is compared with. */
function CompareChoice({ context, card, onChange }: QuerySettingsProps) {
  const t = messages.use();
  const isOverruled = context.isComparisonSaved === true && isComparable(card.query);
  const choose = (compare: ComputedCard['compare'] | null) => {
    const { compare: _former, ...plain } = card;
    const { layout } = card;
    const higher = { ...layout, h: Math.max(layout.h, COMPARED_HEIGHTS[card.kind]) };
    onChange((compare ? { ...plain, compare, layout: higher } : plain) as ReportCard, null);
  };
  return (
    <Stack gap={2}>
      <CompareSelect query={card.query} value={card.compare ?? null} onChange={choose} />
      {isOverruled && <Note>{t('reports.compare_overruled')}</Note>}
    </Stack>
  );
}

/**
 * Returns the table, the kind, and the query of a card that has just been given a table. `asRows` has a table show the
 * rows as they are.
 */
export function startingWith(table: Table, kind: ComputedCard['kind'], zone: string, asRows = false) {
  const source = { id: table.id, name: table.tableName };
  if (kind === 'table' && asRows)
    return { kind, table: source, query: rowQuery(usualRows(table.columns), [], zone) };
  const usual = chartIn(new URLSearchParams(), table.columns);
  const choice: ChartChoice = {
    ...usual,
    x: kind === 'number' ? null : usual.x,
    mark: kind === 'table' ? 'table' : null,
  };
  return {
    table: source,
    query: queryFor(choice, table.columns, [], zone),
    ...kindFor(choice),
  };
}

const Preview = styled('div')({ minWidth: 0 });
const Remove = styled(Button)({ justifySelf: 'start', alignSelf: 'start', color: 'var(--bad-text)' });
/** The builder's own frame is a page's. */
const Plain = styled('div')({ '& > div': { padding: 0, border: 0 } });
const TextArea = styled('textarea')({
  width: '100%',
  padding: '8px 10px',
  border: '1px solid var(--control-line)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  color: 'var(--text)',
  font: 'inherit',
  fontSize: 'var(--size-14)',
  lineHeight: 1.5,
  resize: 'vertical',
  '&:focus-visible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: -1 },
});
