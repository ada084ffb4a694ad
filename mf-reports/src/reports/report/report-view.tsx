import {
  choicesIn,
  comparisonsFor,
  isComputed,
  withComparison,
  withFilterValue,
  ownValue,
  type CsvTexts,
} from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Link, paths, useSearchParams } from '@headwater/shared/routing';
import { TEMPLATE_VERSIONS } from '@headwater/shared/report-templates';
import { useMay } from '@headwater/shared/session';
import type { Table } from '@headwater/shared/tables';
import { Banner, Button, Page, Row } from '@headwater/shared/ui';
import { EmptyState, Freshness, PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { ComparisonSelect, hasChoices } from '../comparison-select.tsx';
import { Board, inReadingOrder, type Report } from '@headwater/shared/figures';
import { FavoriteButton } from '../favorite-button.tsx';
import { ReportFilterChip } from '../filters/report-filter-chip.tsx';
import { oldestOf } from '../oldest.ts';
import { reportFileUrl, type ReportFile } from '../report-files.ts';
import { PublicChip } from '../share/public-chip.tsx';
import { CardView } from './card-view.tsx';
import { useColumnReplacement } from './use-column-replacement.ts';

interface ReportViewProps {
  organizationId: string;
  report: Report;
  tables: ReadonlyMap<string, Table>;
}

/** The cards of a report, with its filters above them. */
export function ReportView({ organizationId, report, tables }: ReportViewProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const { timeZone: zone } = useFormat();
  const canEdit = useMay('data:edit');
  const { content, name } = report;
  const used = usedTables(report, tables);
  const oldest = oldestOf(used);
  const choices = choicesIn(query, content);
  const replacement = useColumnReplacement(organizationId, report);
  const context = {
    organizationId,
    tables,
    ...choices,
    replacement: canEdit ? replacement : undefined,
    fileUrl: (file: ReportFile, texts?: CsvTexts) =>
      reportFileUrl({ organizationId, reportId: report.id }, file, { query, zone, texts }),
  };
  return (
    <Page>
      <PageHead
        title={name}
        meta={
          content.template && <MadeFrom {...{ organizationId, canEdit, report }} from={content.template} />
        }
        badge={
          <>
            <FavoriteButton organizationId={organizationId} report={report} />
            <PublicChip organizationId={organizationId} reportId={report.id} />
            {oldest && (
              <span title={t('reports.oldest', { table: oldest.tableName })}>
                <Freshness asOf={oldest.freshAsOf} delayed={oldest.stale} lateAt={oldest.lateAt} wordy />
              </span>
            )}
          </>
        }
      />
      {used.map((table) => (
        <TableNotice key={table.id} organizationId={organizationId} table={table} />
      ))}
      {hasChoices(content) && (
        <Row role="group" aria-label={t('reports.filters')}>
          {content.filters.map((filter) => (
            <ReportFilterChip
              key={filter.id}
              organizationId={organizationId}
              filter={filter}
              content={content}
              tables={tables}
              valueOf={choices.valueOf}
              onChange={(value) => setQuery((latest) => withFilterValue(latest, filter, value))}
            />
          ))}
          <ComparisonSelect
            value={choices.comparison}
            offers={comparisonsFor(content)}
            onChange={(value) => setQuery((latest) => withComparison(latest, content, value))}
          />
        </Row>
      )}
      {content.cards.length === 0 ? (
        <EmptyState
          title={t('reports.no_cards')}
          action={
            canEdit && (
              <Button variant="primary" to={`${paths.report(organizationId, report.id)}?edit=1`}>
                {t('reports.edit')}
              </Button>
            )
          }
        >
          {canEdit && t('reports.no_cards_text')}
        </EmptyState>
      ) : (
        <Board cards={inReadingOrder(content.cards)}>
          {(card) => <CardView context={context} card={card} />}
        </Board>
      )}
    </Page>
  );
}

interface MadeFromProps {
  organizationId: string;
  report: Report;
  from: NonNullable<Report['content']['template']>;
  canEdit: boolean;
}

/** Leads to the report's template, and to where its columns can be changed. */
function MadeFrom({ organizationId, report, from, canEdit }: MadeFromProps) {
  const t = messages.use();
  const versions: Readonly<Record<string, number>> = TEMPLATE_VERSIONS;
  const version = ownValue(versions, from.slug);
  return (
    <>
      <Link to={paths.reportTemplate(organizationId, from.slug)}>{t('templates.made_from')}</Link>
      {canEdit && version !== undefined && (
        <Link to={paths.reportTemplate(organizationId, from.slug, { report: report.id })}>
          {version > from.version ? t('templates.to_newer', { version }) : t('templates.change_columns')}
        </Link>
      )}
    </>
  );
}

/** Returns the tables of the report's cards that still exist. */
function usedTables({ content }: Report, tables: ReadonlyMap<string, Table>): Table[] {
  const ids = new Set(content.cards.filter(isComputed).map(({ table }) => table.id));
  return [...ids].flatMap((id) => tables.get(id) ?? []);
}

/** Says that a table's data is older than it should be, or damaged, and leads to where that is explained. */
function TableNotice({ organizationId, table }: { organizationId: string; table: Table }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  if (!table.stale && table.damagedAt === null) return null;
  const { sourceConnectionId, tableName, freshAsOf } = table;
  return (
    <Banner
      tone={table.damagedAt ? 'bad' : 'warn'}
      action={
        <Button size="small" to={paths.table(organizationId, sourceConnectionId, tableName)}>
          {t('reports.to_table')}
        </Button>
      }
    >
      {table.damagedAt
        ? t('reports.table_damaged', { table: tableName })
        : t('reports.table_stale', { table: tableName, time: freshAsOf ? dateTime(freshAsOf) : '–' })}
    </Banner>
  );
}
