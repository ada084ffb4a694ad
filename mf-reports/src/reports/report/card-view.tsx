import {
  cardInCalendar,
  cardParameters,
  type CardParameters,
  comparedWith,
  type CsvTexts,
  filteredQuery,
  type ReportCard,
  type ReportChoices,
} from '@headwater/shared/contract';
import { useCalendar } from '@headwater/shared/session';
import type { Table } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import type { ReportFile } from '../report-files.ts';
import { useView } from '../use-view.ts';
import { CardFrame } from './card-frame.tsx';
import { ComputedCardView, type CardTools } from './computed-card.tsx';
import type { ColumnReplacement } from './other-column.tsx';
import { SafeMarkdown } from './safe-markdown.tsx';

/** What cards are shown with: the tables, by ID, and what is chosen for the whole report. */
export interface CardContext extends ReportChoices {
  organizationId: string;
  tables: ReadonlyMap<string, Table>;
  /** Whether the report is saved with one comparison for all cards, whatever they say. */
  isComparisonSaved?: boolean;
  /** Returns the URL of what a card shows, as a file. Undefined while cards may differ from the saved ones. */
  fileUrl?(file: ReportFile, texts?: CsvTexts): string;
  /** Undefined for people who can't edit the report. */
  replacement?: ColumnReplacement | undefined;
}

interface CardViewProps extends CardTools {
  context: CardContext;
  card: ReportCard;
}

/** A card of a report. */
export function CardView({ context, card, ...tools }: CardViewProps) {
  const calendar = useCalendar();
  const table = card.kind === 'text' ? undefined : context.tables.get(card.table.id);
  const view = useView(context.organizationId, table);
  if (card.kind === 'text') return <TextCard card={card} {...tools} />;
  const { organizationId, filters, valueOf, comparison, fileUrl, replacement } = context;
  const { query, unbound } = filteredQuery(card, filters, valueOf);
  return (
    <ComputedCardView
      organizationId={organizationId}
      card={card}
      table={table}
      // Undefined until the query is known, without which nobody knows what to compute.
      parameters={view === null ? NO_PARAMETERS : view && cardParameters(card, filters, valueOf, view)}
      fileUrl={fileUrl}
      replacement={replacement}
      query={cardInCalendar(query, calendar)}
      compare={comparedWith(card, comparison)}
      unbound={unbound}
      {...tools}
    />
  );
}

const NO_PARAMETERS: CardParameters = { values: [], chosen: null, fault: null };

function TextCard({
  card,
  lead,
  tools,
  items,
  isActive,
}: CardTools & { card: Extract<ReportCard, { kind: 'text' }> }) {
  const t = messages.use();
  return (
    <CardFrame
      title={card.title}
      name={t('reports.kind.text')}
      lead={lead}
      isActive={isActive}
      tools={tools}
      items={items}
    >
      <SafeMarkdown text={card.text} />
    </CardFrame>
  );
}
