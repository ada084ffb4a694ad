import { AddressSearch } from '@headwater/shared/ui/inputs';
import { EmptyState, Toolbar } from '@headwater/shared/ui/workspace';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, Stack, Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Table } from '@headwater/shared/tables';
import { SourceGroup } from './source-group.tsx';
import { bySource, searchTables } from './table-search.ts';

/** The tables with a search by table, connection, and column names, which is in the URL. */
export function TableList({ tables }: { tables: readonly Table[] }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const setSearch = (text: string) => setQuery(text ? { q: text } : {}, { replace: true });
  const found = searchTables(tables, search);
  const groups = bySource(found);
  return (
    <>
      <Toolbar>
        <AddressSearch label={t('list.find')} value={search} onChange={setSearch} width={320} />
        <Text tone="muted" size={13} role="status">
          {t('list.total', { tables: found.length, sources: groups.length })}
        </Text>
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState
          title={t('list.none_found', { search })}
          action={<Button onClick={() => setSearch('')}>{t('list.show_all')}</Button>}
        />
      ) : (
        <Stack gap={6}>
          {groups.map((group) => (
            <SourceGroup key={group.sourceConnectionId} group={group} />
          ))}
        </Stack>
      )}
    </>
  );
}
