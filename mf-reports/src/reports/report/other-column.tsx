import type { ApiError } from '@headwater/shared/api';
import { columnsOfQuery, otherColumnsFor, type Query } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import type { Table } from '@headwater/shared/tables';
import { Button, CompactSelect, Row, Stack, Text } from '@headwater/shared/ui';
import { IconAlert } from '@headwater/shared/ui/icons';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { CardFault } from '@headwater/shared/figures';

/** Has all cards of a report that read a column of a table read another one. */
export interface ColumnReplacement {
  isBusy: boolean;
  /** How many cards of the report read the column. */
  countCards(tableId: string, column: string): number;
  replace(tableId: string, replacement: { from: string; to: string }): void;
}

interface OtherColumnProps {
  table: Table;
  /** The card's, with what the report's filters add. */
  query: Query;
  /** The card's own. */
  own: Query;
  /** Why the query doesn't fit the table. */
  error: ApiError;
  /** Undefined for people who can't edit the report. */
  replacement: ColumnReplacement | undefined;
}

/** Says which column a card misses, and offers those that it could read instead, the nearest one first. */
export function OtherColumn({ table, query, own, error, replacement }: OtherColumnProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const column = lostColumn(error);
  const isGone =
    column !== null && !table.columns.some(({ name, lost }) => name === column && lost !== 'empty');
  return (
    <Stack gap={2}>
      <CardFault role="note" data-tone="bad">
        <IconAlert />
        <span>
          {isGone
            ? t('reports.column_gone', { table: table.tableName, column })
            : column !== null
              ? t('reports.column_unfit', { table: table.tableName, column })
              : t('reports.unfit', { fault: errorText(error) })}
        </span>
      </CardFault>
      {column !== null && <Offer {...{ table, query, own, column, replacement }} />}
    </Stack>
  );
}

/** Says that new rows have no value in columns that a card reads, and offers others. */
export function StoppedColumns({ table, query, own, replacement }: Omit<OtherColumnProps, 'error'>) {
  const t = messages.use();
  const [opened, setOpened] = useState<string | null>(null);
  const read = new Set(columnsOfQuery(query));
  const stopped = table.columns.filter(({ name, lost }) => lost === 'stopped' && read.has(name));
  return (
    <>
      {stopped.map(({ name }) => (
        <span key={name}>
          {t('reports.column_stopped', { column: name })}{' '}
          {replacement && (
            <Button size="small" variant="ghost" onClick={() => setOpened(name)}>
              {t('reports.column_other')}
            </Button>
          )}
        </span>
      ))}
      {stopped.some(({ name }) => name === opened) && (
        <Dialog open title={t('reports.column_instead', { column: opened! })} onClose={() => setOpened(null)}>
          <Stack gap={2}>
            <Offer {...{ table, query, own, replacement }} column={opened!} />
          </Stack>
        </Dialog>
      )}
    </>
  );
}

function Offer({
  table,
  query,
  own,
  column,
  replacement,
}: Omit<OtherColumnProps, 'error'> & { column: string }) {
  const t = messages.use();
  const { nearest, fitting } = otherColumnsFor(query, column, table.columns);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!replacement)
    return (
      <Text tone="muted" size={12}>
        {t('reports.column_read_only')}
      </Text>
    );
  if (fitting.length === 0)
    return (
      <Text tone="muted" size={12}>
        {t('reports.column_none')}
      </Text>
    );
  const other = fitting.find(({ name }) => name === (chosen ?? nearest))?.name;
  return (
    <>
      <Row gap={2}>
        <CompactSelect
          label={t('reports.column_instead', { column })}
          value={other ?? ''}
          options={[
            ...(other === undefined
              ? [{ value: '', label: t('reports.column_choose'), disabled: true }]
              : []),
            ...fitting.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={setChosen}
        />
        <Button
          size="small"
          busy={replacement.isBusy}
          disabledReason={other === undefined ? t('reports.column_choose_first') : undefined}
          onClick={() => other !== undefined && replacement.replace(table.id, { from: column, to: other })}
        >
          {t('reports.column_use')}
        </Button>
      </Row>
      <Text tone="muted" size={12}>
        {columnsOfQuery(own).includes(column)
          ? t('reports.column_cards', { count: replacement.countCards(table.id, column), column })
          : t('reports.column_of_filter')}
      </Text>
    </>
  );
}

/** The column that an error is about. Null if it's about something else. */
function lostColumn({ errors = [] }: ApiError): string | null {
  const { code = '', meta } = errors[0] ?? {};
  return COLUMN_CODES.has(code) && typeof meta?.['column'] === 'string' ? meta['column'] : null;
}

const COLUMN_CODES: ReadonlySet<string> = new Set([
  ...['query_column_unknown', 'query_column_misspelled', 'query_column_lost', 'query_condition_unfit'],
  ...['query_breakout_unfit', 'query_aggregate_unfit', 'query_shape_unfit'],
]);
