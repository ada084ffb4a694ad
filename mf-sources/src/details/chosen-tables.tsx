import type { NewSyncRun } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { Button, QueryBoundary, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { Checkbox, SearchInput } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { catalogQueries } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

interface ChosenTablesProps {
  source: SourceConnection;
  busy: boolean;
  onStart(contents: NewSyncRun): void;
  onClose(): void;
}

/** Asks which of the selected tables to sync. */
export function ChosenTables({ source, busy, onStart, onClose }: ChosenTablesProps) {
  const t = messages.use();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refresh, setRefresh] = useState(false);
  return (
    <Dialog
      open
      title={t('sync.chosen_title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('sync.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={chosen.size === 0 ? t('sync.choose_one') : undefined}
            onClick={() => onStart({ tables: [...chosen], ...(refresh && { refresh }) })}
          >
            {t('sync.start_chosen', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <TableChoice source={source} chosen={chosen} onChange={setChosen} />
      <Checkbox
        label={t('sync.refresh')}
        hint={t('sync.refresh_hint')}
        checked={refresh}
        onChange={(event) => setRefresh(event.target.checked)}
      />
    </Dialog>
  );
}

interface TableChoiceProps {
  source: SourceConnection;
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

function TableChoice({ source, chosen, onChange }: TableChoiceProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const catalog = useQuery(catalogQueries.one(organizationId, source.id));
  const edition = catalog.data ?? { discoveredAt: null, version: 0 };
  const list = useQuery({
    ...catalogQueries.streams(organizationId, source, edition),
    enabled: catalog.data !== undefined,
  });
  const loading = <Skeleton width="100%" height={120} />;
  return (
    <QueryBoundary query={catalog} thing={t('sync.thing')} loading={loading}>
      {() => (
        <QueryBoundary query={list} thing={t('sync.thing')} loading={loading}>
          {({ streams }) => (
            <Choices
              names={streams.filter(({ selected }) => selected).map(({ tableName }) => tableName)}
              chosen={chosen}
              onChange={onChange}
            />
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

interface ChoicesProps extends Omit<TableChoiceProps, 'source'> {
  names: readonly string[];
}

/** So few tables need no search. */
const FEW = 8;

function Choices({ names, chosen, onChange }: ChoicesProps) {
  const t = messages.use();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = names.filter((name) => name.toLowerCase().includes(wanted));
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <Stack gap={2}>
      {names.length > FEW && (
        <SearchInput label={t('sync.find')} width="100%" value={search} onChange={setSearch} />
      )}
      <List role="group" aria-label={t('sync.thing')}>
        {shown.map((name) => (
          <Checkbox key={name} label={name} checked={chosen.has(name)} onChange={() => toggle(name)} />
        ))}
        {shown.length === 0 && <p>{t('sync.none_found')}</p>}
      </List>
    </Stack>
  );
}

const List = styled('div')({
  display: 'grid',
  gap: 10,
  maxHeight: 280,
  overflow: 'auto',
  padding: 12,
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius-in)',
  color: 'var(--text)',
  '& label > span': { fontFamily: 'var(--font-mono)', fontSize: 12.5, overflowWrap: 'anywhere' },
  '& > *': { contentVisibility: 'auto', containIntrinsicSize: 'auto 20px' },
});
