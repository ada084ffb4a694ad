import type { ReportCard } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { useCalendar, useWorkspaceSettings } from '@headwater/shared/session';
import type { Table } from '@headwater/shared/tables';
import { Note, Stack, styled, Text } from '@headwater/shared/ui';
import { IconData, IconLineChart, IconTextCard, IconTools } from '@headwater/shared/ui/icons';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { useId, useMemo, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { savedQueries, SIZES, sqlViewQueries, tableOfQuery } from '@headwater/shared/figures';
import { readyCards, suggestedReport } from '../../report-templates/suggested-report.ts';
import { IconNumberCard } from '../icons.ts';
import { additionOf, type CardWish, type OfferedCard } from './new-card.ts';
import { SidePanel } from './side-panel.tsx';
import { templateAddition } from './template-addition.ts';

interface AddPanelProps {
  organizationId: string;
  tables: ReadonlyMap<string, Table>;
  isColumn: boolean;
  /** Whether the report has room for a card more. */
  canAdd: boolean;
  /** Of what is awaited: what takes time, too, has to wait until then. */
  awaitedName: string | null;
  /** Adds it at the end. */
  onAdd(offer: OfferedCard): void;
  /** Carries it to the grid, where that is beside the panel. */
  onDrag(offer: OfferedCard, event: PointerEvent<HTMLElement>): void;
  onClose(): void;
}

const ICONS: Record<ReportCard['kind'], ReactNode> = {
  query: <IconLineChart />,
  number: <IconNumberCard />,
  table: <IconData />,
  text: <IconTextCard />,
};
const KINDS = ['query', 'number', 'table', 'text'] as const;

/** So many of each are offered at a time. Others are found by their names. */
const OFFERED = 8;

/** Kinds of cards, saved queries, tables, and cards of templates that a new card can be made of. */
export function AddPanel({ organizationId, tables, isColumn, canAdd, awaitedName, ...on }: AddPanelProps) {
  const t = messages.use();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const found = useOffers(organizationId, tables, search);
  const isNothing = found.every(({ offers }) => offers.length === 0);
  return (
    <SidePanel title={t('reports.add_card')} isColumn={isColumn} first={field} onClose={on.onClose}>
      <Stack gap={4} aria-busy={awaitedName !== null || undefined}>
        <SearchInput
          ref={field}
          label={t('reports.add_find')}
          value={search}
          onChange={setSearch}
          width="100%"
        />
        {awaitedName !== null && (
          <Text tone="muted" size={12} role="status">
            {t('reports.waits_for', { name: awaitedName })}
          </Text>
        )}
        {isNothing && <Text tone="dim">{t('reports.add_none', { search })}</Text>}
        {found.map(({ title, offers }) => (
          <Part key={title} title={title}>
            {offers.slice(0, OFFERED).map((offer) => (
              <Offer
                key={offer.key}
                offer={offer}
                isBusy={!canAdd || ('prepare' in offer && awaitedName !== null)}
                onTake={() => on.onAdd(offer)}
                onDrag={isColumn ? (event) => on.onDrag(offer, event) : undefined}
              />
            ))}
          </Part>
        ))}
        {found.some(({ offers }) => offers.length > OFFERED) && (
          <Text tone="muted" size={12}>
            {t('reports.add_more')}
          </Text>
        )}
        {isColumn && !isNothing && <Note>{t('reports.add_drag')}</Note>}
      </Stack>
    </SidePanel>
  );
}

type ShownOffer = OfferedCard & {
  key: string;
  icon: ReactNode;
  /** What else is known about it. */
  text: string;
};

/** Returns what a search finds, by what it is. */
function useOffers(organizationId: string, tables: ReadonlyMap<string, Table>, search: string) {
  const t = messages.use();
  const client = useQueryClient();
  const { zone } = useCalendar();
  const queries = useQuery(savedQueries.list(organizationId, '')).data ?? [];
  const views = useQuery(sqlViewQueries.list(organizationId)).data ?? [];
  const fits = (...names: string[]) => names.join('\n').toLowerCase().includes(search.trim().toLowerCase());
  const of = (wish: CardWish) => ({ size: SIZES[wish.kind], add: additionOf(wish, tables, zone) });
  const kinds = KINDS.map((kind): ShownOffer => {
    const name = t(`reports.kind.${kind}`);
    return { key: kind, icon: ICONS[kind], name, text: t(`reports.kind_text.${kind}`), ...of({ kind }) };
  });
  const ofQueries = queries.map(({ id, name, savedBy }): ShownOffer => {
    const view = views.find(({ savedQuery }) => savedQuery?.id === id);
    const rows = view && tables.get(view.id)?.rows;
    const by = t('reports.add_query_by', { who: savedBy });
    return {
      ...{ key: id, icon: <IconTools />, name },
      text: rows == null ? by : `${t('table.rows', { count: rows })} · ${by}`,
      size: SIZES.table,
      async prepare(signal) {
        const table = await tableOfQuery(client, organizationId, id, signal);
        return additionOf({ kind: 'table', table, title: name, asRows: true }, tables, zone);
      },
    };
  });
  const ofTables = [...tables.values()].map((table): ShownOffer => {
    const { id, tableName, sourceConnectionName, rows } = table;
    const text = `${sourceConnectionName} · ${t('table.rows', { count: rows ?? 0 })}`;
    return { ...{ key: id, icon: <IconData />, name: tableName, text }, ...of({ kind: 'query', table }) };
  });
  const ofTemplates = useTemplateOffers(organizationId, tables);
  return [
    { title: t('reports.add_new'), offers: kinds.filter(({ name }) => fits(name)) },
    { title: t('reports.add_query'), offers: ofQueries.filter(({ name }) => fits(name)) },
    {
      title: t('reports.add_table'),
      offers: ofTables.filter(({ key, name }) => {
        const { version, sourceConnectionName } = tables.get(key)!;
        return version !== null && fits(name, sourceConnectionName);
      }),
    },
    {
      title: t('reports.add_template'),
      offers: ofTemplates.filter(({ name, text }) => fits(name, text)),
    },
  ];
}

/** Returns the cards of templates whose tables are there. */
function useTemplateOffers(organizationId: string, tables: ReadonlyMap<string, Table>): ShownOffer[] {
  const client = useQueryClient();
  const language = useLanguage();
  const { zone } = useCalendar();
  const { currency } = useWorkspaceSettings();
  const ready = useMemo(() => readyCards(tables), [tables]);
  return ready.map(({ template, table, card }) => ({
    ...{ key: `${template.slug} ${card.id}`, icon: ICONS[card.kind], name: card.title[language] },
    text: `${template.name[language]} · ${table.tableName}`,
    size: { w: card.layout.w, h: card.layout.h },
    async prepare() {
      const of = { organizationId, template, table, language, zone, currency };
      const report = await suggestedReport(client, of);
      return templateAddition(
        report,
        card.id,
        table.columns.map(({ name }) => name),
      );
    },
  }));
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <PartTitle id={id}>{title}</PartTitle>
      <List>{children}</List>
    </section>
  );
}

interface OfferProps {
  offer: ShownOffer;
  isBusy: boolean;
  onTake(): void;
  /** Undefined where there is nothing to drag it to. */
  onDrag: ((event: PointerEvent<HTMLElement>) => void) | undefined;
}

function Offer({ offer: { icon, name, text }, isBusy, onTake, onDrag }: OfferProps) {
  const id = useId();
  return (
    <li data-draggable={(onDrag && !isBusy) || undefined} onPointerDown={isBusy ? undefined : onDrag}>
      {icon}
      <button type="button" disabled={isBusy} aria-describedby={id} onClick={onTake}>
        {name}
      </button>
      <small id={id}>{text}</small>
    </li>
  );
}

const PartTitle = styled('h3')({
  margin: '0 0 4px',
  fontSize: 'var(--size-12)',
  fontWeight: 'var(--weight-medium)',
  color: 'var(--text-2)',
});
const List = styled('ul')({
  listStyle: 'none',
  margin: '0 -8px',
  padding: 0,
  '& li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignContent: 'center',
    alignItems: 'center',
    columnGap: 12,
    minHeight: 44,
    padding: '4px 8px',
    borderRadius: 'var(--radius-in)',
    overflowWrap: 'anywhere',
  },
  // Fingers scroll the list up and down, and drag to its side.
  '& li[data-draggable]': { touchAction: 'pan-y', userSelect: 'none', '& button': { cursor: 'grab' } },
  '& li:hover': { background: 'var(--surface-2)' },
  '& li:has(:disabled)': { opacity: 0.5 },
  '& .hw-icon': { gridRow: 'span 2', color: 'var(--icon)' },
  '& button': {
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontSize: 'var(--size-14)',
    textAlign: 'left',
    cursor: 'pointer',
  },
  // The whole line can be pressed, and is what has the focus.
  '& button::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '& button:disabled': { cursor: 'default' },
  '& button:focus-visible': { outline: 'none' },
  '& button:focus-visible::after': {
    outline: 'var(--ring-width) solid var(--focus)',
    outlineOffset: -2,
    borderRadius: 'var(--radius-in)',
  },
  '& small': { fontSize: 'var(--size-12)', color: 'var(--text-2)' },
});
