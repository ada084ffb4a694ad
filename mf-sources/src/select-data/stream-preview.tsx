import type { CatalogStream, StreamPreview as Preview, StreamSettings } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import {
  Banner,
  Button,
  IconButton,
  Note,
  Skeleton,
  Stack,
  styled,
  Text,
  useSlow,
} from '@headwater/shared/ui';
import { IconRefresh } from '@headwater/shared/ui/icons';
import { DataGrid } from '@headwater/shared/ui/table';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import { streamPreviewQuery } from '../stream-preview.queries.ts';
import { useWorkspace } from '../workspace.ts';

interface StreamPreviewProps {
  sourceConnectionId: string;
  stream: CatalogStream;
  /** As they are in the form, saved or not. */
  settings: StreamSettings;
}

/** The first rows of a table, read from the source as a sync would store them. */
export function StreamPreview({ sourceConnectionId, stream, settings }: StreamPreviewProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { tableName } = stream;
  const options = streamPreviewQuery(organizationId, sourceConnectionId, tableName, settings);
  const { data, error, isFetching, refetch } = useQuery(options);
  const isSlow = useSlow(isFetching);
  const again = (
    <Button size="small" onClick={() => void refetch()}>
      {t('preview.again')}
    </Button>
  );
  if (isFetching && !data?.preview)
    return (
      <Stack gap={3} role="status">
        <Line>
          <Text tone="muted" size={13}>
            {isSlow && t('preview.reading')}
          </Text>
          {isSlow && (
            <Button
              variant="ghost"
              size="small"
              onClick={() => void client.cancelQueries({ queryKey: options.queryKey })}
            >
              {t('preview.cancel')}
            </Button>
          )}
        </Line>
        <Skeleton width="100%" height={GRID_HEIGHT} />
      </Stack>
    );
  if (data?.failure)
    return (
      <Banner tone="bad" action={again}>
        <FailureText failure={data.failure} />
      </Banner>
    );
  if (error)
    return (
      <Banner tone="bad" action={again}>
        <strong>{t('preview.failed')}</strong>
        <p>{errorText(error)}</p>
      </Banner>
    );
  if (!data?.preview)
    return (
      <Banner tone="info" action={again}>
        {t('preview.canceled')}
      </Banner>
    );
  return (
    <Stack gap={3}>
      <Line>
        <About preview={data.preview} />
        <IconButton label={t('preview.refresh')} onClick={() => void refetch({ cancelRefetch: false })}>
          <IconRefresh />
        </IconButton>
      </Line>
      <Rows preview={data.preview} stream={stream} settings={settings} busy={isFetching} />
    </Stack>
  );
}

/** What the rows are, and how long the source took. */
function About({ preview: { rows, newestBy, milliseconds } }: { preview: Preview }) {
  const t = messages.use();
  const { number } = useFormat();
  const count = rows.length;
  if (count === 0)
    return (
      <Text tone="muted" size={13}>
        {t('preview.live', { milliseconds: number(milliseconds) })}
      </Text>
    );
  const values = { count, column: newestBy ?? '', milliseconds: number(milliseconds) };
  return (
    <Text tone="muted" size={13}>
      {t(newestBy === null ? 'preview.rows' : 'preview.newest_rows', values)}
    </Text>
  );
}

interface RowsProps {
  preview: Preview;
  stream: CatalogStream;
  settings: StreamSettings;
  busy: boolean;
}

function Rows({ preview, stream, settings, busy }: RowsProps) {
  const t = messages.use();
  const { rows, columns, searchedRows } = preview;
  const key = settings.primaryKey ?? stream.primaryKey;
  const isFiltered = settings.rowFilter.length > 0 || settings.startFrom !== null;
  const shown = columns.map((column) => ({ ...column, primaryKey: key.includes(column.name) }));
  return (
    <>
      {rows.length === 0 ? (
        <Note>{t(isFiltered ? 'preview.no_match' : 'preview.empty')}</Note>
      ) : (
        <Grid>
          <DataGrid
            label={t('preview.of', { table: stream.tableName })}
            columns={shown}
            rows={rows}
            firstRow={0}
            totalRows={rows.length}
            busy={busy}
          />
        </Grid>
      )}
      {searchedRows !== null && <Note>{t('preview.searched', { count: searchedRows })}</Note>}
    </>
  );
}

/** Ten rows and their header. */
const GRID_HEIGHT = 400;

const Line = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
});
const Grid = styled('div')({
  display: 'grid',
  height: GRID_HEIGHT,
  minWidth: 0,
  overflow: 'hidden',
  border: 'var(--hair)',
  borderRadius: 'var(--radius)',
});
