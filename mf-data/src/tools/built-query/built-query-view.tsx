import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useMay, useRefusal } from '@headwater/shared/session';
import { Button, QueryBoundary, Skeleton, Stack, styled, Text } from '@headwater/shared/ui';
import { DataGrid } from '@headwater/shared/ui/table';
import { Frame } from '@headwater/shared/ui/workspace';
import { useMemo, useState } from 'react';
import { messages } from '../../messages.ts';
import { SaveViewDialog } from '../../sql-view/save-view-dialog.tsx';
import { ShowSql } from '../../table/chart/show-sql.tsx';
import { markCut } from '../../table/rows/mark-cut.ts';
import type { ToolAddress } from '../frame/tool.queries.ts';
import { builtQuery, type BuiltQuery } from './built-query.queries.ts';

interface BuiltQueryViewProps {
  tool: ToolAddress;
  config: object;
}

/** The first rows of what a config makes, its SQL, and the way to a view of it. */
export function BuiltQueryView({ tool, config }: BuiltQueryViewProps) {
  const t = messages.use();
  const built = useQuery(builtQuery(tool, config));
  return (
    <QueryBoundary query={built} thing={t('built.thing')} loading={<Skeleton width="100%" height={320} />}>
      {(found) => (
        <Preview organizationId={tool.organizationId} built={found} isChanging={built.isPlaceholderData} />
      )}
    </QueryBoundary>
  );
}

interface PreviewProps {
  organizationId: string;
  built: BuiltQuery;
  /** Something else has been set up by now, which is on its way. */
  isChanging: boolean;
}

function Preview({ organizationId, built, isChanging }: PreviewProps) {
  const t = messages.use();
  const { number } = useFormat();
  const canSave = useMay('data:edit');
  const refusal = useRefusal();
  const [isSaving, setSaving] = useState(false);
  const rows = useMemo(() => markCut(built), [built]);
  return (
    <Stack gap={2}>
      <Head>
        <h2>{t('built.preview')}</h2>
        <Text tone="dim" size={13}>
          {built.hasMore
            ? t('built.first_rows', { count: number(built.rows.length) })
            : t('built.all_rows', { count: built.rows.length })}
        </Text>
        <Actions>
          <ShowSql organizationId={organizationId} sql={built.sql} />
          <Button
            size="small"
            disabledReason={
              canSave ? (isChanging ? t('built.changing') : undefined) : refusal(t('built.not_allowed'))
            }
            aria-haspopup="dialog"
            onClick={() => setSaving(true)}
          >
            {t('view.save_as')}
          </Button>
        </Actions>
      </Head>
      {rows.length === 0 ? (
        <Text tone="dim">{t('built.no_rows')}</Text>
      ) : (
        <Frame>
          <Rows>
            <DataGrid
              label={t('built.preview')}
              columns={built.columns}
              rows={rows}
              firstRow={0}
              totalRows={built.hasMore ? null : rows.length}
              busy={isChanging}
              density="compact"
            />
          </Rows>
        </Frame>
      )}
      {isSaving && (
        <SaveViewDialog organizationId={organizationId} sql={built.sql} onClose={() => setSaving(false)} />
      )}
    </Stack>
  );
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 36,
  '& h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
});
const Actions = styled('div')({ display: 'flex', gap: 8, alignItems: 'center', marginLeft: 'auto' });
// Scrolls inside, so that what is set up beside it stays in view.
const Rows = styled('div')({ display: 'flex', flexDirection: 'column', height: 400, minWidth: 0 });
