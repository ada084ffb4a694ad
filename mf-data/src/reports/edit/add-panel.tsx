import type { ReportCard } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';
import { Banner, Stack, styled, Text } from '@headwater/shared/ui';
import { IconData, IconLineChart, IconTextCard, IconTools } from '@headwater/shared/ui/icons';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { Drawer } from '@headwater/shared/ui/menu';
import { useId, useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { tableOfQuery } from '../../sql-view/table-of-query.ts';
import { savedQueries } from '../../tools/sql-editor/saved/saved-query.queries.ts';
import { IconNumberCard } from '../icons.ts';
import { useLeaving } from '../use-leaving.ts';

/** What a new card shows. Without a table, it's one that another card has. */
export interface CardWish {
  kind: ReportCard['kind'];
  table?: Table;
  title?: string;
  /** Whether a table card shows the rows as they are. */
  asRows?: boolean;
}

interface AddPanelProps {
  organizationId: string;
  tables: ReadonlyMap<string, Table>;
  onAdd(wish: CardWish): void;
  onClose(): void;
}

const KINDS = [
  ['query', <IconLineChart key="query" />],
  ['number', <IconNumberCard key="number" />],
  ['table', <IconData key="table" />],
  ['text', <IconTextCard key="text" />],
] as const;

/** So many tables and queries are offered at a time. Others are found by their names. */
const OFFERED = 8;

/** Kinds of cards, saved queries, and tables that a new card can be made of. */
export function AddPanel({ organizationId, tables, onAdd, onClose }: AddPanelProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const leaving = useLeaving();
  const queries = useQuery(savedQueries.list(organizationId, '')).data ?? [];
  const fits = (...names: string[]) => names.join('\n').toLowerCase().includes(search.trim().toLowerCase());
  const kinds = KINDS.filter(([kind]) => fits(t(`reports.kind.${kind}`)));
  const foundQueries = queries.filter(({ name }) => fits(name));
  const foundTables = [...tables.values()].filter(
    ({ version, tableName, sourceConnectionName }) =>
      version !== null && fits(tableName, sourceConnectionName),
  );
  const takeQuery = async ({ id, name }: { id: string; name: string }) => {
    const signal = leaving();
    setError(null);
    setWaitsFor(id);
    try {
      const table = await tableOfQuery(client, organizationId, id, signal);
      if (!signal.aborted) onAdd({ kind: 'table', table, title: name, asRows: true });
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      if (!signal.aborted) setWaitsFor(null);
    }
  };
  const isNothing = kinds.length + foundQueries.length + foundTables.length === 0;
  return (
    <Drawer open title={t('reports.add_card')} onClose={onClose}>
      <Stack gap={4} aria-busy={waitsFor !== null || undefined}>
        <SearchInput label={t('reports.add_find')} value={search} onChange={setSearch} width="100%" />
        {error !== null && (
          <Banner tone="bad" role="alert">
            {errorText(error)}
          </Banner>
        )}
        {waitsFor !== null && (
          <Text tone="muted" size={12} role="status">
            {t('reports.query_waits')}
          </Text>
        )}
        {isNothing && <Text tone="dim">{t('reports.add_none', { search })}</Text>}
        <Part title={t('reports.add_new')}>
          {kinds.map(([kind, icon]) => (
            <Offer
              key={kind}
              icon={icon}
              name={t(`reports.kind.${kind}`)}
              text={t(`reports.kind_text.${kind}`)}
              onTake={() => onAdd({ kind })}
            />
          ))}
        </Part>
        <Part title={t('reports.add_query')}>
          {foundQueries.slice(0, OFFERED).map((query) => (
            <Offer
              key={query.id}
              icon={<IconTools />}
              name={query.name}
              text={t('reports.add_query_text')}
              isBusy={waitsFor !== null}
              onTake={() => void takeQuery(query)}
            />
          ))}
        </Part>
        <Part title={t('reports.add_table')}>
          {foundTables.slice(0, OFFERED).map((table) => (
            <Offer
              key={table.id}
              icon={<IconData />}
              name={table.tableName}
              text={`${table.sourceConnectionName} · ${t('table.rows', { count: table.rows ?? 0 })}`}
              onTake={() => onAdd({ kind: 'query', table })}
            />
          ))}
        </Part>
        {(foundQueries.length > OFFERED || foundTables.length > OFFERED) && (
          <Text tone="muted" size={12}>
            {t('reports.add_more')}
          </Text>
        )}
      </Stack>
    </Drawer>
  );
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
  icon: ReactNode;
  name: string;
  text: string;
  isBusy?: boolean;
  onTake(): void;
}

function Offer({ icon, name, text, isBusy = false, onTake }: OfferProps) {
  const id = useId();
  return (
    <li>
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
