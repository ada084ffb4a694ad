import { Type } from '@sinclair/typebox';
import { serviceAccount } from '../../../http/access.ts';
import { defineRoute, noContent, protocolResponse } from '../../../http/define-route.ts';
import { ProtocolResponse } from '../../../http/protocol-response.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { handleMessage } from './mcp-server.ts';
import { toolCaller } from './call-tool.ts';
import { toolsFor } from './tools.ts';

const MCP = '/organizations/:organizationId/mcp';
/** A statement has up to 64 KB, and escaping makes it longer. */
const MESSAGE_BYTES_MAX = 256 * 1024;

/** What the protocol itself says about a message is checked by its library. */
const message = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    method: Type.Optional(Type.String()),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { additionalProperties: true },
);

const post = defineRoute({
  method: 'POST',
  path: MCP,
  summary:
    'The Model Context Protocol over streamable HTTP, without sessions: one JSON-RPC message for each request, which accepts application/json and text/event-stream. Its tools read what the service account sees, each with its right. Notifications get a 202.',
  access: serviceAccount(),
  body: message,
  maxBytes: MESSAGE_BYTES_MAX,
  responses: { 200: protocolResponse },
  handler: async (context) => {
    const { workspace, body, request } = context;
    const { principal } = workspace;
    const { accept, 'content-type': type, 'mcp-protocol-version': version } = request.headers;
    const headers = Object.fromEntries(
      Object.entries({ accept, 'content-type': type, 'mcp-protocol-version': version }).filter(
        (each): each is [string, string] => typeof each[1] === 'string',
      ),
    );
    const rights = principal.kind === 'service_account' ? principal.rights : [];
    const offered = { tools: toolsFor(rights), call: toolCaller(rights, context) };
    const { status, json } = await handleMessage({ headers, message: body }, offered);
    return new ProtocolResponse(status, json);
  },
});

const refuse = (method: 'GET' | 'DELETE', summary: string) =>
  defineRoute({
    method,
    path: MCP,
    summary,
    access: serviceAccount(),
    responses: { 204: noContent },
    handler: async ({ reply }) => {
      reply.header('allow', 'POST');
      throw new Refusal('method_not_allowed', { values: { methods: 'POST' } });
    },
  });

export const mcpRoutes = [
  post,
  refuse('GET', 'Always 405: this server sends nothing on its own, so there is no stream to listen to.'),
  refuse('DELETE', 'Always 405: there are no sessions to end.'),
];
