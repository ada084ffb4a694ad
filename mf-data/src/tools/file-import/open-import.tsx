import type { ImportProps } from './import-props.ts';
import { useQuery } from '@headwater/shared/query';
import { Navigate, paths, useSearchParams } from '@headwater/shared/routing';
import { Button, Page, QueryBoundary, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { useEffect } from 'react';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { ImportFiles } from './import-files.tsx';
import { ImportColumns, ImportFrame } from './import-frame.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreview } from './import-preview.tsx';
import { FILES, importQueries } from './import.queries.ts';
import { StartImport } from './start-import.tsx';
import { useImportActions } from './use-import-actions.ts';

interface OpenImportProps {
  organizationId: string;
  id: string;
}

/** One import: its file, what is in it, and what has become of it. */
export function OpenImport({ organizationId, id }: OpenImportProps) {
  const t = messages.use();
  const source = useQuery(importQueries.one(organizationId, id));
  return (
    <QueryBoundary
      query={source}
      thing={t('import.thing')}
      missing={t('import.missing')}
      loading={
        <Page>
          <Skeleton width="100%" height={400} />
        </Page>
      }
    >
      {(found) =>
        found.connector === FILES ? (
          <Import organizationId={organizationId} source={found} />
        ) : (
          // Only connections of files are imports.
          <Navigate to={paths.sourceConnection(organizationId, id)} replace />
        )
      }
    </QueryBoundary>
  );
}

function Import({ organizationId, source }: { organizationId: string; source: SourceConnection }) {
  const t = messages.use();
  const catalog = useQuery(importQueries.catalog(organizationId, source.id));
  return (
    <ImportFrame
      organizationId={organizationId}
      name={source.name}
      meta={source.address}
      actions={
        <Button to={paths.sourceConnection(organizationId, source.id)}>{t('import.open_connection')}</Button>
      }
    >
      <QueryBoundary
        query={catalog}
        thing={t('import.contents')}
        loading={<Skeleton width="100%" height={400} />}
      >
        {(found) => <Parts organizationId={organizationId} source={source} catalog={found} />}
      </QueryBoundary>
    </ImportFrame>
  );
}

function Parts(props: ImportProps) {
  const { organizationId, source } = props;
  const t = messages.use();
  useFirstReading(props);
  useFirstImport(props);
  return (
    <ImportColumns>
      <Stack gap={4}>
        <ImportFiles {...props} />
        <StartImport {...props} />
      </Stack>
      <Stack gap={5}>
        {source.lastRun && !isNews(source) && (
          <ImportOutcome organizationId={organizationId} source={source} />
        )}
        <ImportPreview {...props} />
        {source.lastRun && (
          <Stack as="section" gap={2} aria-labelledby="import-history">
            <Heading id="import-history">{t('tool.history')}</Heading>
            <ImportHistory organizationId={organizationId} source={source} />
          </Stack>
        )}
      </Stack>
    </ImportColumns>
  );
}

/** Whether the file, or how it's read, has changed since the last run: what came of that is history. */
const isNews = ({ status }: SourceConnection) => status === 'pending';

/** A new import is read by itself: people come here to see what is in it. */
function useFirstReading({ organizationId, source, catalog }: ImportProps) {
  const { read } = useImportActions(organizationId, source);
  const { mutate, isIdle } = read;
  const wanted = catalog.state === 'unknown' && source.can.edit && isIdle;
  useEffect(() => {
    if (wanted) mutate();
  }, [wanted, mutate]);
}

/**
 * Imports everything in a new file as soon as it's read, for whoever has asked for that. The URL says so until it has
 * begun, so that it goes on after a reload.
 */
function useFirstImport({ organizationId, source, catalog }: ImportProps) {
  const [query, setQuery] = useSearchParams();
  const { start } = useImportActions(organizationId, source);
  const streams = useQuery({
    ...importQueries.streams(organizationId, source.id, catalog),
    enabled: catalog.state === 'ready',
  });
  const isWanted = query.get('import') === 'now' && source.lastRun === null && source.can.sync;
  const selected = streams.data?.filter((stream) => stream.selected);
  const { mutate, isIdle } = start;
  useEffect(() => {
    if (!isWanted || !selected || !isIdle) return;
    const done = () => setQuery({ source: source.id }, { replace: true });
    if (selected.length === 0) done();
    else mutate({ streams: selected, keeping: 'overwrite' }, { onSettled: done });
  });
}

const Heading = styled('h2')({ fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' });
