import { useErrorText, useFailureText, useFindingText, useFormat } from '@headwater/shared/messages';
import type { Failure } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { Link, paths, useSearchParams } from '@headwater/shared/routing';
import {
  Banner,
  Button,
  CompactSelect,
  Note,
  QueryBoundary,
  Row,
  Skeleton,
  Stack,
  styled,
  Text,
} from '@headwater/shared/ui';
import { DataGrid } from '@headwater/shared/ui/table';
import { Frame, ProgressBar } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { importQueries, type Stream } from './import.queries.ts';
import type { ImportProps } from './import-props.ts';
import { useImportActions } from './use-import-actions.ts';

/** What is in the files: how they were read, their columns with the types that fit all values, and the first rows. */
export function ImportPreview({ organizationId, source, catalog }: ImportProps) {
  const t = messages.use();
  const streams = useQuery({
    ...importQueries.streams(organizationId, source.id, catalog),
    enabled: catalog.state === 'ready',
  });
  if (catalog.state === 'unknown') return <NotRead organizationId={organizationId} source={source} />;
  if (catalog.state === 'discovering')
    return (
      <Stack gap={3} role="status">
        <strong>
          {catalog.position === null
            ? t('import.looking')
            : t('import.in_line', { position: catalog.position })}
        </strong>
        <ProgressBar label={t('import.looking')} value={null} />
        <Note>{t('import.looking_text')}</Note>
      </Stack>
    );
  if (catalog.state === 'discover_failed')
    return catalog.failure && <Failed failure={catalog.failure} title={t('import.unreadable')} />;
  return (
    <QueryBoundary
      query={streams}
      thing={t('import.contents')}
      loading={<Skeleton width="100%" height={320} />}
    >
      {(found) => (
        <Contents
          organizationId={organizationId}
          source={source}
          streams={found}
          discoveredAt={catalog.discoveredAt}
        />
      )}
    </QueryBoundary>
  );
}

/** A reading that was canceled, or that nobody here may start. */
function NotRead({ organizationId, source }: Pick<ImportProps, 'organizationId' | 'source'>) {
  const t = messages.use();
  const { read } = useImportActions(organizationId, source);
  return (
    <Banner
      tone="info"
      action={
        source.can.edit && (
          <Button size="small" busy={read.isPending} onClick={() => read.mutate()}>
            {t('import.read')}
          </Button>
        )
      }
    >
      {t('import.not_read')}
    </Banner>
  );
}

function Failed({ failure, title }: { failure: Failure; title?: string }) {
  const { message, fix } = useFailureText()(failure);
  return (
    <Banner tone="bad">
      <strong>{title ?? message}</strong>
      {title !== undefined && <p>{message}</p>}
      {fix && <p>{fix}</p>}
    </Banner>
  );
}

interface ContentsProps {
  organizationId: string;
  source: SourceConnection;
  streams: readonly Stream[];
  discoveredAt: string | null;
}

function Contents({ organizationId, source, streams, discoveredAt }: ContentsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('table');
  const stream = streams.find(({ tableName }) => tableName === wanted) ?? streams[0];
  if (!stream) return <Banner tone="bad">{t('import.no_tables')}</Banner>;
  const show = (table: string) => setQuery({ source: source.id, table }, { replace: true });
  const selected = streams.filter((one) => one.selected).length;
  return (
    <Stack as="section" gap={3} aria-labelledby="import-contents">
      <Head>
        <h2 id="import-contents">{t('import.contents_title')}</h2>
        {streams.length > 1 && (
          <CompactSelect
            label={t('import.table_shown')}
            value={stream.tableName}
            options={streams.map(({ tableName }) => ({ value: tableName, label: tableName }))}
            onChange={show}
          />
        )}
        <Text tone="dim" size={13}>
          {stream.estimatedRows !== null &&
            t('import.size', {
              rows: stream.estimatedRows,
              columns: stream.columnCount,
              table: stream.tableName,
            })}
        </Text>
      </Head>
      {streams.length > 1 && (
        <Row>
          <Text tone="muted" size={13}>
            {t('import.several', { selected: number(selected), count: streams.length })}
          </Text>
          {source.can.edit && (
            <Link to={paths.selectData(organizationId, source.id)}>{t('import.choose_tables')}</Link>
          )}
        </Row>
      )}
      <Findings stream={stream} />
      {stream.problem ? (
        <Failed failure={stream.problem} />
      ) : (
        source.can.edit && (
          <FirstRows
            organizationId={organizationId}
            id={source.id}
            stream={stream}
            discoveredAt={discoveredAt}
          />
        )
      )}
    </Stack>
  );
}

/** How the file was read, and what is odd about it: also which rows will be rejected. */
function Findings({ stream: { findings } }: { stream: Stream }) {
  const t = messages.use();
  const findingText = useFindingText();
  if (findings.length === 0) return null;
  return (
    <Notes aria-label={t('import.reading')}>
      {findings.map((finding) => {
        const text = findingText(finding);
        return <li key={text}>{text}</li>;
      })}
    </Notes>
  );
}

interface FirstRowsProps {
  organizationId: string;
  id: string;
  stream: Stream;
  discoveredAt: string | null;
}

function FirstRows({ organizationId, id, stream, discoveredAt }: FirstRowsProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const preview = useQuery(importQueries.preview(organizationId, id, stream.tableName, discoveredAt));
  const again = (
    <Button size="small" busy={preview.isFetching} onClick={() => void preview.refetch()}>
      {t('import.try_again')}
    </Button>
  );
  if (preview.error)
    return (
      <Banner tone="bad" action={again}>
        <strong>{t('import.no_preview')}</strong>
        <p>{errorText(preview.error)}</p>
      </Banner>
    );
  if (!preview.data) return <Skeleton width="100%" height={GRID_HEIGHT} />;
  const { preview: shown, failure } = preview.data;
  if (failure) return <Failed failure={failure} />;
  if (!shown || shown.rows.length === 0) return <Note>{t('import.no_rows')}</Note>;
  return (
    <>
      <Text tone="dim" size={13}>
        {t('import.first_rows', { count: shown.rows.length })}
      </Text>
      <Frame>
        <Grid style={{ height: heightOf(shown.rows.length) }}>
          <DataGrid
            label={t('import.first_rows_of', { table: stream.tableName })}
            columns={shown.columns}
            rows={shown.rows}
            firstRow={0}
            totalRows={shown.rows.length}
            density="compact"
          />
        </Grid>
      </Frame>
    </>
  );
}

/** More rows than fit scroll. */
const GRID_HEIGHT = 400;

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 36,
  '& h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
});
const Notes = styled('ul')({
  display: 'grid',
  gap: 4,
  padding: '10px 12px',
  borderRadius: 'var(--radius)',
  background: 'var(--surface-2)',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  overflowWrap: 'anywhere',
});
/** In px: a compact row, and what the header and a horizontal scroll bar take. */
const ROW_HEIGHT = 28;
const FRAME_HEIGHT = 56;
const heightOf = (rows: number) => Math.min(GRID_HEIGHT, FRAME_HEIGHT + rows * ROW_HEIGHT);

const Grid = styled('div')({ display: 'flex', flexDirection: 'column', minWidth: 0 });
