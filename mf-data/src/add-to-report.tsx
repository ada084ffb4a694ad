import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useQuery, useQueryClient } from '@headwater/shared/query';
import { Link, paths, useParams } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Button, QueryBoundary, Skeleton, styled, Text, toast } from '@headwater/shared/ui';
import { IconPlus } from '@headwater/shared/ui/icons';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { Popover, PopoverBody } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from './messages.ts';
import {
  createReport,
  type ListedReport,
  type NewCard,
  reportQueries,
  saveReport,
  useLeaving,
  withCard,
} from '@headwater/shared/figures';

/** A card to come, and the columns of its table. */
export interface CardToAdd {
  card: NewCard;
  columns: readonly string[];
}

interface AddToReportProps {
  /** What a new report is called. */
  title: string;
  /** Returns the card, as soon as there is one. */
  cardOf(signal: AbortSignal): CardToAdd | Promise<CardToAdd>;
  /** What is said while that takes a while. */
  waiting?: string;
  disabledReason?: string | undefined;
}

/** Puts what is shown as a card into a report, or into a new one. */
export function AddToReport({ disabledReason, ...props }: AddToReportProps) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  if (!useMay('data:edit')) return null;
  return (
    <Popover
      label={t('reports.add_to')}
      align="end"
      trigger={(wiring) => (
        <Button size="small" icon={<IconPlus />} disabledReason={disabledReason} {...wiring}>
          {t('reports.add_to')}
        </Button>
      )}
    >
      {() => <Choice {...props} organizationId={organizationId} />}
    </Popover>
  );
}

function Choice({ organizationId, title, cardOf, waiting }: AddToReportProps & { organizationId: string }) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const reports = useQuery(reportQueries.list(organizationId));
  const [search, setSearch] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [added, setAdded] = useState<{ id: string; name: string } | null>(null);
  const leaving = useLeaving();
  const add = async (work: (card: CardToAdd) => Promise<{ id: string; name: string }>) => {
    const signal = leaving();
    setBusy(true);
    try {
      const card = await cardOf(signal);
      signal.throwIfAborted();
      setAdded(await work(card));
      await client.invalidateQueries({ queryKey: liveKey('reports', organizationId) });
    } catch (error) {
      if (!signal.aborted) toast.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const addTo = (report: ListedReport) =>
    add(async ({ card, columns }) => {
      const newest = await client.fetchQuery({
        ...reportQueries.one(organizationId, report.id),
        staleTime: 0,
      });
      return saveReport(organizationId, newest, { content: withCard(newest.content, card, columns) });
    });
  const addToNew = () =>
    add(({ card, columns }) =>
      createReport(organizationId, {
        name: title.slice(0, 100),
        content: withCard({ cards: [], filters: [] }, card, columns),
      }),
    );
  if (added)
    return (
      <PopoverBody role="status">
        <span>{t('reports.added_to', { name: added.name })}</span>
        <Link to={paths.report(organizationId, added.id)}>{t('reports.open')}</Link>
      </PopoverBody>
    );
  return (
    <PopoverBody aria-busy={isBusy || undefined}>
      <Button size="small" icon={<IconPlus />} busy={isBusy} onClick={() => void addToNew()}>
        {t('reports.add_to_new')}
      </Button>
      {isBusy && waiting && (
        <Text tone="muted" size={12} role="status">
          {waiting}
        </Text>
      )}
      <QueryBoundary
        query={reports}
        thing={t('reports.thing_list')}
        loading={<Skeleton width="100%" height={96} />}
      >
        {(all) => {
          const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
          if (all.length === 0) return null;
          return (
            <>
              <SearchInput label={t('reports.find')} value={search} onChange={setSearch} />
              {found.length === 0 && <Text tone="dim">{t('reports.none_found', { search })}</Text>}
              <List>
                {found.map((report) => (
                  <li key={report.id}>
                    <button type="button" disabled={isBusy} onClick={() => void addTo(report)}>
                      {report.name}
                    </button>
                  </li>
                ))}
              </List>
            </>
          );
        }}
      </QueryBoundary>
    </PopoverBody>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: '0 -8px',
  padding: 0,
  maxHeight: 280,
  overflow: 'auto',
  '& button': {
    width: '100%',
    minHeight: 32,
    padding: '4px 8px',
    border: 0,
    borderRadius: 'var(--radius-in)',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
  },
  '& button:hover': { background: 'var(--surface-2)' },
});
