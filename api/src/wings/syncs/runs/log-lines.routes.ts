import { Type } from '@sinclair/typebox';
import { LOG_LEVELS, logPageDocument, SEARCH_TEXT_MAX, word } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, fileContent } from '../../../http/define-route.ts';
import { Download } from '../../../http/download.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { LogPosition } from '../logs/index.ts';
import { getRun } from './sync-runs.repository.ts';

const RUN = '/organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs/:runId';

/** The ID of a line: `<attempt>.<line>`. */
const position = Type.String({ maxLength: 100 });

const query = Type.Object(
  {
    'page[size]': Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    'page[before]': Type.Optional(position),
    'page[after]': Type.Optional(position),
    /** Lines of this level and of more serious ones. */
    'filter[level]': Type.Optional(word(LOG_LEVELS)),
    'filter[tableName]': Type.Optional(Type.String({ maxLength: 500 })),
    'filter[text]': Type.Optional(Type.String({ minLength: 1, maxLength: SEARCH_TEXT_MAX })),
    /** With a text: codes of lines and failures, separated by commas, whose translation contains it. */
    'filter[codes]': Type.Optional(Type.String({ maxLength: 8_000 })),
  },
  { additionalProperties: false },
);

const encode = ({ attempt, line }: LogPosition) => `${attempt}.${line}`;

function decode(
  query: Partial<Record<'page[before]' | 'page[after]', string>>,
  parameter: 'page[before]' | 'page[after]',
): LogPosition | undefined {
  const id = query[parameter];
  if (id === undefined) return undefined;
  const [, attempt, line] = /^(\d{1,9})\.(\d{1,12})$/.exec(id) ?? [];
  if (attempt === undefined) throw new Refusal('cursor_invalid', { parameter });
  return { attempt: Number(attempt), line: Number(line) };
}

const list = defineRoute({
  method: 'GET',
  path: `${RUN}/log-lines`,
  summary: 'The log of a run, newest lines first; with `page[after]`, the lines that follow.',
  access: member('sources:read'),
  query,
  responses: { 200: logPageDocument },
  handler: async ({ workspace, params: { sourceConnectionId, runId }, query: asked, services }) => {
    await workspace.transaction((db) => getRun(db, sourceConnectionId, runId));
    const level = asked['filter[level]'];
    const { lines, older, newer, hasNewer } = await services.syncLogs.page(
      { workspaceId: workspace.id, sourceConnectionId, runId },
      {
        before: decode(asked, 'page[before]'),
        after: decode(asked, 'page[after]'),
        limit: asked['page[size]'],
        levels: level && LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)),
        tableName: asked['filter[tableName]'],
        search: asked['filter[text]'],
        codes: asked['filter[codes]']?.split(','),
      },
    );
    return {
      data: lines.map((line) => ({
        type: 'log_lines' as const,
        id: encode(line),
        attributes: line,
      })),
      links: { older: older && encode(older), newer: encode(newer) },
      meta: { hasNewer },
    };
  },
});

const download = defineRoute({
  method: 'GET',
  path: `${RUN}/log-file`,
  summary: 'The whole log of a run as a text file.',
  access: member('sources:read'),
  download: 'text/plain',
  responses: { 200: fileContent },
  handler: async ({ workspace, params: { sourceConnectionId, runId }, services }) => {
    const run = await workspace.transaction((db) => getRun(db, sourceConnectionId, runId));
    const text = services.syncLogs.text({ workspaceId: workspace.id, sourceConnectionId, runId });
    return new Download(`run-${run.number}.log`, text);
  },
});

export const logRoutes = [list, download];
