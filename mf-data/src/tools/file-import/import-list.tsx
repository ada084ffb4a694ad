import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import { Cut, CutMiddle, QueryBoundary, Skeleton, Stack, styled, Text, TwoLines } from '@headwater/shared/ui';
import { DataTable } from '@headwater/shared/ui/table';
import { Frame, FrameFoot, RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { ListedSource } from '../../source.queries.ts';
import { ImportMark } from './import-mark.tsx';
import { FILES, importQueries } from './import.queries.ts';

/** How many are listed. The area of connections has all of them. */
const SHOWN = 50;

/** The imports of the workspace, the newest first, each of which can be opened to import a newer file. */
export function ImportList({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const sources = useQuery(importQueries.list(organizationId));
  return (
    <Stack as="section" gap={2} aria-labelledby="imports">
      <Heading id="imports">{t('import.earlier')}</Heading>
      <QueryBoundary
        query={sources}
        thing={t('import.earlier_thing')}
        loading={<Skeleton width="100%" height={160} />}
      >
        {(all) => <Imports organizationId={organizationId} imports={newestImports(all)} />}
      </QueryBoundary>
    </Stack>
  );
}

function Imports({ organizationId, imports }: { organizationId: string; imports: readonly ListedSource[] }) {
  const t = messages.use();
  if (imports.length === 0) return <Text tone="dim">{t('import.none')}</Text>;
  return (
    <Frame>
      <DataTable<ListedSource>
        label={t('import.earlier')}
        density="two-line"
        rows={imports.slice(0, SHOWN)}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            head: t('import.col_name'),
            rowHead: true,
            cell: ({ id, name, address }) => (
              <TwoLines>
                <Opening to={paths.fileImport(organizationId, { source: id })}>
                  <Cut title={name}>{name}</Cut>
                </Opening>
                <CutMiddle>{address}</CutMiddle>
              </TwoLines>
            ),
          },
          {
            id: 'result',
            head: t('import.col_result'),
            width: '45%',
            cell: ({ lastRun }) => <ImportMark run={lastRun} />,
          },
          {
            id: 'when',
            head: t('import.col_when'),
            hideBelow: 600,
            width: 140,
            cell: (source) => <RelativeTime iso={timeOf(source)} />,
          },
        ]}
      />
      {imports.length > SHOWN && (
        <FrameFoot>
          <span>{t('import.newest', { shown: SHOWN, total: imports.length })}</span>
          <Link to={paths.sourceConnections(organizationId)}>{t('import.all')}</Link>
        </FrameFoot>
      )}
    </Frame>
  );
}

const timeOf = ({ lastRun, createdAt }: ListedSource) => lastRun?.endedAt ?? lastRun?.startedAt ?? createdAt;

const newestImports = (sources: readonly ListedSource[]) =>
  sources
    .filter(({ connector, lifecycle }) => connector === FILES && lifecycle !== 'deleting')
    .toSorted((one, other) => Date.parse(timeOf(other)) - Date.parse(timeOf(one)));

const Heading = styled('h2')({ fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' });
const Opening = styled(Link)({ color: 'var(--text)', fontWeight: 'var(--weight-medium)', minWidth: 0 });
