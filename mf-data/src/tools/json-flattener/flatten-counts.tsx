import type { FlattenConfig, FlattenResult } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Note, Stack, styled } from '@headwater/shared/ui';
import { DataTable } from '@headwater/shared/ui/table';
import { Frame, Stat } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';

/** What becomes of all rows: how many come out, and which values are lost. */
export function FlattenCounts({ found, config }: { found: FlattenResult; config: FlattenConfig }) {
  const t = messages.use();
  const { number } = useFormat();
  return (
    <Stack gap={3}>
      <Figures>
        <Stat label={t('flatten.rows')} value={number(found.rows)} />
        <Stat label={t('join.rows_after')} value={number(found.rowsAfter)} />
        {config.items && <Stat label={t('flatten.without_items')} value={number(found.withoutItems)} />}
        <Stat label={t('flatten.empty')} value={number(found.empty)} />
      </Figures>
      {found.malformed > 0 && <Note>{t('flatten.malformed', { count: found.malformed })}</Note>}
      {config.fields.length > 0 && (
        <Frame>
          <DataTable
            label={t('flatten.fields')}
            rows={config.fields.map((field, at) => ({ ...field, ...found.fields[at]! }))}
            rowKey={({ as }) => as}
            columns={[
              { id: 'name', head: t('flatten.column_name'), rowHead: true, cell: ({ as }) => as },
              {
                id: 'values',
                head: t('flatten.with_value'),
                align: 'end',
                cell: ({ values }) => number(values),
              },
              {
                id: 'unfit',
                head: t('flatten.unfit'),
                align: 'end',
                cell: ({ unfit }) => number(unfit),
              },
            ]}
          />
        </Frame>
      )}
    </Stack>
  );
}

const Figures = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
  gap: '12px 16px',
  margin: 0,
  padding: '12px 16px',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
});
