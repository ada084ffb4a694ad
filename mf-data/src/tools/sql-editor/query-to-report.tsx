import { CARD_TITLE_MAX } from '@headwater/shared/contract';
import { useQueryClient } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import { type NewCard, tableOfQuery } from '@headwater/shared/figures';
import { AddToReport } from '../../add-to-report.tsx';

/** The query that is open, as reports can show it. */
export interface ShownQuery {
  /** Null if it isn't saved. */
  saved: { id: string; name: string } | null;
  /** Whether something else is written than what is saved. */
  isChanged: boolean;
}

interface QueryToReportProps {
  query: ShownQuery;
  /** Returns what the card shows of the table that has the query's rows. */
  cardOf(table: Table): Pick<NewCard, 'kind'> & object;
  disabledReason?: string | undefined;
}

/** Puts the result of a saved query into a report, which from then on shows what the query finds. */
export function QueryToReport({ query: { saved, isChanged }, cardOf, disabledReason }: QueryToReportProps) {
  const t = messages.use();
  const client = useQueryClient();
  const { organizationId = '' } = useParams();
  return (
    <AddToReport
      title={saved?.name ?? ''}
      waiting={t('reports.query_waits')}
      disabledReason={
        disabledReason ??
        (saved === null ? t('sql.report_unsaved') : isChanged ? t('sql.report_changed') : undefined)
      }
      cardOf={async (signal) => {
        const table = await tableOfQuery(client, organizationId, saved!.id, signal);
        const card = {
          ...{ title: saved!.name.slice(0, CARD_TITLE_MAX), table: { id: table.id, name: table.tableName } },
          ...cardOf(table),
        } as NewCard;
        return { card, columns: table.columns.map(({ name }) => name) };
      }}
    />
  );
}
