import type { Query } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { Link, paths, useParams } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Button, QueryBoundary, Skeleton, styled, Text, toast } from '@headwater/shared/ui';
import { IconPlus } from '@headwater/shared/ui/icons';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { Popover, PopoverBody } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { withCard, type NewCard } from '../../reports/add-card.ts';
import { kindFor } from '../../reports/edit/choice-of-card.ts';
import { createReport, reportQueries, saveReport, type ListedReport } from '../../reports/report.queries.ts';
import { useCanEdit } from '../../reports/use-can-edit.ts';
import type { ChartChoice } from './chart-address.ts';

interface AddToReportProps {
  table: Table;
  title: string;
  query: Query;
  choice: ChartChoice;
}

/** Puts the chart as a card into a report, or into a new one. */
export function AddToReport(props: AddToReportProps) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  if (!useCanEdit(organizationId)) return null;
  return (
    <Popover
      label={t('reports.add_to')}
      align="end"
      trigger={(wiring) => (
        <Button size="small" icon={<IconPlus />} {...wiring}>
          {t('reports.add_to')}
        </Button>
      )}
    >
      {() => <Choice {...props} organizationId={organizationId} />}
    </Popover>
  );
}

function Choice({
  organizationId,
  table,
  title,
  query,
  choice,
}: AddToReportProps & { organizationId: string }) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const reports = useQuery(reportQueries.list(organizationId));
  const [search, setSearch] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [added, setAdded] = useState<{ id: string; name: string } | null>(null);
  const card = {
    ...kindFor(choice),
    ...{ title: title.slice(0, 200), table: { id: table.id, name: table.tableName }, query },
  } as NewCard;
  const columns = table.columns.map(({ name }) => name);
  const add = async (work: () => Promise<{ id: string; name: string }>) => {
    setBusy(true);
    try {
      setAdded(await work());
      await client.invalidateQueries({ queryKey: ['reports', organizationId] });
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const addTo = (report: ListedReport) =>
    add(async () => {
      const newest = await client.fetchQuery({
        ...reportQueries.one(organizationId, report.id),
        staleTime: 0,
      });
      return saveReport(organizationId, newest, { content: withCard(newest.content, card, columns) });
    });
  const addToNew = () =>
    add(() =>
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
