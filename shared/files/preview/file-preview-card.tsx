import type { SheetChoice } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Banner, Button, Note, Skeleton, Stack, useSlow } from '@headwater/shared/ui';
import { Card, Mark } from '@headwater/shared/ui/workspace';
import { fileMessages } from '../file-messages.ts';
import { FailureBanner } from './failure-banner.tsx';
import { filePreviewQuery } from './file-preview.queries.ts';
import { TablePreview } from './table-preview.tsx';
import { useQuiet } from './use-quiet.ts';

interface FilePreviewCardProps {
  organizationId: string;
  connector: string;
  /** The form's configuration with the files that are there by now. Null if there is nothing new to look at. */
  configuration: Record<string, unknown> | null;
  /** The connection whose secrets it leaves out. */
  sourceConnectionId?: string | undefined;
  /** What was chosen about the sheets of an upload, or '' for what isn't one, and what is told when somebody chooses. */
  sheetsOf(uploadId: string): readonly SheetChoice[];
  onSheets(uploadId: string, sheets: SheetChoice[]): void;
}

/** How files or sheets are read with what the form says, while it's filled in: their columns, types, and values. */
export function FilePreviewCard({
  organizationId,
  connector,
  configuration,
  sourceConnectionId,
  sheetsOf,
  onSheets,
}: FilePreviewCardProps) {
  const t = fileMessages.use();
  const errorText = useErrorText();
  const quiet = useQuiet(configuration);
  const { data, error, isFetching, refetch } = useQuery(
    filePreviewQuery(organizationId, connector, quiet, sourceConnectionId),
  );
  const isSlow = useSlow(isFetching);
  if (configuration === null || quiet === null) return null;
  const again = (
    <Button size="small" onClick={() => void refetch()}>
      {t('file_preview.again')}
    </Button>
  );
  return (
    <Card
      title={t('file_preview.title', { connector })}
      tools={
        <span role="status">
          {isSlow && (
            <Mark glyph="syncing" tone="info" words={t('file_preview.reading', { connector })} pill />
          )}
        </span>
      }
    >
      {error ? (
        <Banner tone="bad" action={again}>
          <strong>{t('file_preview.failed', { connector })}</strong>
          <p>{errorText(error)}</p>
        </Banner>
      ) : !data ? (
        <Waiting />
      ) : data.failure ? (
        <FailureBanner failure={data.failure} action={again} />
      ) : (
        <Stack gap={4}>
          {data.tables.map((table, at) => (
            <TablePreview
              key={`${table.namespace ?? ''} ${table.name}`}
              table={table}
              isOpen={at === 0 || data.tables.length <= 2}
              sheets={sheetsOf(table.upload ?? '')}
              onSheets={onSheets}
            />
          ))}
          {data.tableCount > data.tables.length && (
            <Note>{t('file_preview.more_tables', { count: data.tableCount - data.tables.length })}</Note>
          )}
          <Note>{t('file_preview.adjust', { connector })}</Note>
        </Stack>
      )}
    </Card>
  );
}

const Waiting = () => (
  <Stack gap={3}>
    <Skeleton width="50%" height={18} />
    {[0, 1, 2, 3].map((at) => (
      <Skeleton key={at} width="100%" height={34} />
    ))}
  </Stack>
);
