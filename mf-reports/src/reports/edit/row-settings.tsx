import { ROW_COLUMNS_MAX, type Column } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Button, Row, Stack, Text } from '@headwater/shared/ui';
import { IconColumns } from '@headwater/shared/ui/icons';
import { Select } from '@headwater/shared/ui/inputs';
import { Popover } from '@headwater/shared/ui/menu';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { ROW_COUNTS, type RowChoice, WithFilterForms } from '@headwater/shared/figures';

interface RowSettingsProps {
  columns: readonly Column[];
  choice: RowChoice;
  /** Chooses which rows count. */
  filters: ReactNode;
  onChoose(next: Partial<RowChoice>): void;
}

/** Which columns and rows a table shows, and in which order. */
export function RowSettings({ columns, choice, filters, onChoose }: RowSettingsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const { sort, limit } = choice;
  const names = columns.map(({ name }) => name);
  const shown = new Set(choice.columns);
  const counts = ROW_COUNTS.some((one) => one === limit) ? ROW_COUNTS : [limit, ...ROW_COUNTS];
  const show = (next: readonly string[]) => {
    const kept = [
      ...choice.columns.filter((name) => next.includes(name)),
      ...next.filter((name) => !shown.has(name)),
    ].slice(0, ROW_COLUMNS_MAX);
    onChoose({ columns: kept, ...(sort && !kept.includes(sort.by) && { sort: null }) });
  };
  return (
    <Stack gap={4}>
      <Row>
        <Popover
          label={t('columns.choose')}
          align="start"
          trigger={(wiring) => (
            <Button size="small" icon={<IconColumns />} {...wiring}>
              {t('reports.rows_columns', { shown: number(shown.size), of: number(names.length) })}
            </Button>
          )}
        >
          {() => (
            <WithFilterForms>
              {({ ColumnChoice }) => <ColumnChoice names={names} shown={shown} onChange={show} />}
            </WithFilterForms>
          )}
        </Popover>
        {names.length > ROW_COLUMNS_MAX && (
          <Text tone="dim" size={12}>
            {t('reports.rows_most', { most: ROW_COLUMNS_MAX })}
          </Text>
        )}
      </Row>
      <Select
        label={t('reports.rows_sort')}
        value={sort?.by ?? ''}
        options={[
          { value: '', label: t('reports.rows_own_order') },
          ...choice.columns.map((name) => ({ value: name, label: name })),
        ]}
        onChange={({ target }) =>
          onChoose({
            sort: target.value === '' ? null : { by: target.value, descending: sort?.descending ?? true },
          })
        }
      />
      {sort && (
        <Select
          label={t('reports.rows_direction')}
          value={sort.descending ? 'down' : 'up'}
          options={(['down', 'up'] as const).map((value) => ({ value, label: t(`reports.rows_${value}`) }))}
          onChange={({ target }) => onChoose({ sort: { ...sort, descending: target.value === 'down' } })}
        />
      )}
      <Select
        label={t('reports.rows_count')}
        value={String(limit)}
        options={counts.map((count) => ({ value: String(count), label: number(count) }))}
        onChange={({ target }) => onChoose({ limit: Number(target.value) })}
      />
      <Row>{filters}</Row>
    </Stack>
  );
}
