import type { ServiceRight } from '@headwater/shared/contract';
import { callRoute, requireFits } from '../../../http/call-route.ts';
import { refusalOf } from '../../../http/error-handler.ts';
import type { RequestContext, Workspace } from '../../../http/route-context.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { auditDenial } from '../../ground/audit/index.ts';
import { reports } from '../../reports/reports/index.ts';
import { sql } from '../../queries/sql/index.ts';
import { tables } from '../../tables/tables/index.ts';
import type { ToolOutcome } from './mcp-server.ts';
import type { RouteCaller, Tool } from './tool.ts';
import { textOfRefusal } from './tool-error.ts';
import { TOOLS } from './tools.ts';

type Context = Pick<RequestContext<never, never, never>, 'request' | 'reply' | 'services'> & {
  readonly workspace: Workspace;
};

const ROUTES = new Map(
  [...tables.routes, ...sql.routes, ...reports.routes].map((route) => [
    `${route.method} ${route.path}`,
    route,
  ]),
);

/** Returns what calls tools for an account: with its rights, and with what it sees. */
export function toolCaller(rights: readonly ServiceRight[], context: Context) {
  const caller: RouteCaller = {
    rights,
    ask: async (key, _document, call = {}) => {
      const route = ROUTES.get(key);
      if (!route) throw new Error(`There is no route ${key}.`);
      return (await callRoute(route, call, context)) as never;
    },
  };
  return async (name: string, input: unknown): Promise<ToolOutcome> => {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool) return { text: unknownTool(rights), isError: true };
    try {
      requireRight(tool, rights, context);
      const result = await tool.call(requireFits(tool.input, input), caller);
      return { text: JSON.stringify(result), isError: false };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.kind === 'internal') context.request.log.error({ err: error }, 'a tool failed');
      return { text: textOfRefusal(refusal, tool, context.request.id), isError: true };
    }
  };
}

function requireRight(
  { right }: Tool,
  rights: readonly ServiceRight[],
  { workspace, request, services }: Context,
): void {
  if (rights.includes(right)) return;
  const route = request.routeOptions.config.route!;
  auditDenial(services, { actorId: workspace.principal.id, workspaceId: workspace.id, route, request });
  throw new Refusal('token_right_missing', { values: { right } });
}

const unknownTool = (rights: readonly ServiceRight[]): string => {
  const names = TOOLS.filter(({ right }) => rights.includes(right)).map((tool) => tool.name);
  return names.length === 0
    ? 'There is no such tool. This service account has no right that opens one. Someone who manages service accounts can add the right data:read.'
    : `There is no such tool. There are: ${names.join(', ')}.`;
};
