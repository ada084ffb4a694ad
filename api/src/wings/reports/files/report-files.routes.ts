import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { choicesIn, isTimeZone, type ReportCard } from '@headwater/shared/contract';
import type { PressRequest } from '@headwater/press/messages';
import { member } from '../../../http/access.ts';
import { textsParameter } from '../../../http/csv-texts.ts';
import { defineRoute, fileContent, type Workspace } from '../../../http/define-route.ts';
import { Download, fileNameOf } from '../../../http/download.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import type { Services } from '../../../http/services.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { readZone } from '../../people/organizations/index.ts';
import { contentOf, getReport } from '../reports/index.ts';
import { cardCsv } from './card-csv.ts';
import { computeCard, pressedCard, tablesOf, type ReportReading } from './computed-cards.ts';
import { pressed } from './pressed.ts';
import { pressedReport } from './pressed-report.ts';

const REPORT = '/organizations/:organizationId/reports/:reportId';
const CARD = `${REPORT}/cards/:cardId` as const;
/** Of a picture, for screens with twice as many pixels. */
const SCALE = 2;

const query = Type.Object(
  {
    /** What is chosen, as the report's own URL has it: values of filters, and `compare`. */
    filters: Type.Optional(Type.String({ maxLength: 8_000 })),
    /** In which times are written. By default, the workspace's. */
    zone: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);

interface Asked {
  services: Services;
  workspace: Workspace;
  request: FastifyRequest;
  params: { reportId: string };
  query: { filters?: string; zone?: string };
}

const pdf = defineRoute({
  method: 'GET',
  path: `${REPORT}/report.pdf`,
  summary:
    'A report as a document, with what its cards show of the current data. `filters` has the values of its filters, and what it compares with, written as in its own URL.',
  access: member('data:read'),
  download: 'application/pdf',
  query,
  responses: { 200: fileContent },
  handler: async (asked) => {
    const { report, reading, style } = await open(asked);
    const content = await pressedReport(reading, report);
    const bytes = await press(asked, { kind: 'pdf', style, report: content });
    await note(asked, report, { format: 'pdf' });
    return new Download(`${fileNameOf(report.name, 'report')}.pdf`, Readable.from([bytes]));
  },
});

const picture = defineRoute({
  method: 'GET',
  path: `${CARD}/picture.png`,
  summary: 'A card as a picture, as large as it is on the screen, with twice as many pixels.',
  access: member('data:read'),
  download: 'image/png',
  query,
  responses: { 200: fileContent },
  handler: async (asked) => {
    const { report, reading, style } = await open(asked);
    const card = cardOf(report.content.cards, asked.params.cardId);
    const shown = await pressedCard(reading, card);
    const bytes = await press(asked, { kind: 'png', style, card: shown, scale: SCALE });
    await note(asked, report, { format: 'png', card: card.title });
    return new Download(`${fileNameOf(card.title, 'card')}.png`, Readable.from([bytes]));
  },
});

const values = defineRoute({
  method: 'GET',
  path: `${CARD}/values.csv`,
  summary: 'What a card shows as CSV, with all digits.',
  access: member('data:read'),
  download: 'text/csv',
  query: Type.Object({ ...query.properties, ...textsParameter }, { additionalProperties: false }),
  responses: { 200: fileContent },
  handler: async (asked) => {
    const { report, reading, style } = await open(asked);
    const card = cardOf(report.content.cards, asked.params.cardId);
    if (card.kind === 'text') throw new Refusal('not_found');
    const { result } = await computeCard(reading, card);
    await note(asked, report, { format: 'csv', card: card.title });
    const content = cardCsv(result, style.language, asked.query.texts ?? 'exact');
    return new Download(`${fileNameOf(card.title, 'card')}.csv`, content);
  },
});

/** Reads the report and its tables as they are now. */
async function open({ services, workspace, request, params, query: { filters = '', zone } }: Asked) {
  if (zone !== undefined && !isTimeZone(zone))
    throw new Refusal('time_zone_unknown', { parameter: 'zone', values: { zone } });
  const { row, timeZone } = await workspace.transaction(async (db) => ({
    row: await getReport(db, params.reportId, workspace),
    timeZone: zone ?? (await readZone(db)),
  }));
  const report = { id: row.id, name: row.name, content: contentOf(row) };
  const reading: ReportReading = {
    ...{ services, workspace, signal: request.signal },
    tables: await tablesOf(workspace, report.content),
    ...choicesIn(new URLSearchParams(filters), report.content),
  };
  return { report, reading, style: { language: requestLanguage(request), timeZone } };
}

function cardOf(cards: readonly ReportCard[], id: string): ReportCard {
  const found = cards.find((card) => card.id === id);
  if (!found) throw new Refusal('not_found');
  return found;
}

const press = ({ services, workspace, request }: Asked, wanted: PressRequest) =>
  pressed(services, wanted, { workspaceId: workspace.id, userId: workspace.principal.id }, request.signal);

const note = (
  { workspace, request }: Asked,
  { id, name }: { id: string; name: string },
  details: Record<string, string>,
): Promise<void> =>
  workspace.transaction((db) =>
    audit(db, {
      action: 'report.export',
      actorId: workspace.principal.id,
      workspaceId: workspace.id,
      subject: { type: 'reports', id },
      request,
      details: { name, ...details },
    }),
  );

/** Files of reports and of their cards. */
export const reportFileRoutes = [pdf, picture, values];
