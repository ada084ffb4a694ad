import {
  isComputed,
  queryResultDocument,
  reportCollection,
  reportDocument,
  type ReportCard,
} from '@headwater/shared/contract';
import { object, text } from './input.ts';
import { resultOf } from './query-result.ts';
import { defineTool } from './tool.ts';

const REPORT = '/organizations/:organizationId/reports/:reportId';

const listReports = defineTool({
  name: 'list_reports',
  title: 'List reports',
  description: 'Lists the reports of the workspace by name. read_report shows what is in one.',
  right: 'reports:read',
  input: object({}),
  call: async (_, caller) => {
    const { data } = await caller.ask('GET /organizations/:organizationId/reports', reportCollection);
    return {
      reports: data.map(({ id, attributes: { name, cards, changedAt } }) => ({
        report_id: id,
        name,
        cards,
        changed_at: changedAt,
      })),
    };
  },
});

const readReport = defineTool({
  name: 'read_report',
  title: 'Read a report',
  description:
    'Returns the cards of a report with their texts, and the filters that it begins with. read_report_card returns what a card shows.',
  right: 'reports:read',
  input: object({ report_id: text('From list_reports.') }),
  missing: 'There is no such report. Call list_reports for those that there are.',
  call: async ({ report_id }, caller) => {
    const { data } = await caller.ask(`GET ${REPORT}`, reportDocument, { params: { reportId: report_id } });
    const { name, content, changedAt } = data.attributes;
    return {
      name,
      changed_at: changedAt,
      cards: content.cards.map(presentCard),
      filters: content.filters.map(({ label, default: value }) => ({ label, value })),
    };
  },
});

const presentCard = (card: ReportCard) => ({
  card_id: card.id,
  kind: card.kind === 'query' ? 'chart' : card.kind,
  title: card.title,
  ...(isComputed(card) ? { table: card.table.name, query: card.query } : { text: card.text }),
});

const readCard = defineTool({
  name: 'read_report_card',
  title: 'Read a card of a report',
  description:
    'Returns the values that a chart, number, or table in a report shows now, with the filters that the report begins with.',
  right: 'reports:read',
  input: object({ report_id: text('From list_reports.'), card_id: text('From read_report.') }),
  missing:
    'There is no such card with values, or this service account doesn’t see it. Call read_report for the cards of the report.',
  call: async ({ report_id, card_id }, caller) => {
    const { data } = await caller.ask(`GET ${REPORT}/cards/:cardId/query-results`, queryResultDocument, {
      params: { reportId: report_id, cardId: card_id },
    });
    return resultOf(data.attributes);
  },
});

export const reportTools = [listReports, readReport, readCard];
