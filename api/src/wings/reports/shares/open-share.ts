import type { FastifyRequest } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import {
  columnsOfQuery,
  isColumnBinding,
  isComputed,
  networkOf,
  type DataScope,
  type ReportContent,
} from '@headwater/shared/contract';
import type { Workspace } from '../../../http/define-route.ts';
import type { ShareLinkPrincipal } from '../../../http/principal.ts';
import type { Services } from '../../../http/services.ts';
import { installationSelect } from '../../../platform/database/installation-db.ts';
import {
  guardedTransaction,
  workspaceSelect,
  workspaceTransaction,
  type WorkspaceDb,
} from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { listTablesOf, type TableRow } from '../../tables/tables/index.ts';
import { workingShares, type WorkingShare } from './report-shares.repository.ts';
import { hashOfShareToken, isPass } from './share-token.ts';

/** What a link opens: one report, read by the link's own principal. */
export interface OpenShare {
  readonly share: WorkingShare;
  readonly content: ReportContent;
  readonly tables: ReadonlyMap<string, TableRow>;
  readonly workspace: Workspace;
}

/** Returns the link that a token belongs to. One that has ended and one that never was look the same. */
export async function findShare(
  { database, limits }: Services,
  token: string,
  request: Pick<FastifyRequest, 'ip'>,
): Promise<WorkingShare> {
  const hash = hashOfShareToken(token);
  const [found] = hash
    ? await installationSelect<WorkingShare>(database, workingShares(sql`share.sha256 = ${hash}`))
    : [];
  if (found) return found;
  limits.spend('bad_token', networkOf(request.ip));
  throw new Refusal('share_link_gone');
}

/** Opens a shared report. Throws unless the link works and, if it has a password, comes with a pass. */
export async function openShare(
  services: Services,
  { token, pass }: { token: string; pass?: string },
  request: Pick<FastifyRequest, 'ip'>,
): Promise<OpenShare> {
  const share = await findShare(services, token, request);
  const { id, workspaceId, passwordHash } = share;
  if (passwordHash !== null && !isPass(services.keys.shares, { id, passwordHash }, pass ?? ''))
    throw new Refusal('share_password_required');
  const content = JSON.parse(share.content) as ReportContent;
  const ids = [...new Set(content.cards.filter(isComputed).map(({ table }) => table.id))];
  const rows = await workspaceTransaction(services.database, workspaceId, (db) => listTablesOf(db, ids));
  const tables = new Map(rows.map((table) => [table.id, table]));
  return { share, content, tables, workspace: workspaceOf(services, share, scopeOf(content, tables)) };
}

/** The workspace as the link sees it. Each read checks that the link still works. */
function workspaceOf({ database }: Services, share: WorkingShare, scope: DataScope): Workspace {
  const { id, workspaceId, name } = share;
  const principal: ShareLinkPrincipal = { kind: 'share_link', id, name, scope };
  const same = workingShares(sql`share.workspace_id = ${workspaceId} and share.id = ${id}`);
  return {
    id: workspaceId,
    role: 'reader',
    principal,
    transaction: <T>(work: (db: WorkspaceDb) => Promise<T>) =>
      guardedTransaction<WorkingShare, T>(database, workspaceId, same, async (db, found) => {
        requireWorking(found);
        return work(db);
      }),
    select: async <Row>(query: RawBuilder<unknown>) => {
      const found = await workspaceSelect<{ id: string; row: Row | null }>(
        database,
        workspaceId,
        sql`
          select share.id, to_jsonb(found) as row
          from (${same}) as share left join (${query}) as found on true`,
      );
      requireWorking(found[0]);
      return found.flatMap(({ row }) => row ?? []);
    },
  };
}

function requireWorking(found: object | undefined): void {
  if (!found) throw new Refusal('share_link_gone');
}

/** Returns the tables and columns that a report names. A table of which rows are only counted is visible as a whole. */
function scopeOf({ cards, filters }: ReportContent, tables: ReadonlyMap<string, TableRow>): DataScope {
  return [...tables.values()].map(({ id, sourceConnectionId, tableName }) => {
    const own = cards.filter(isComputed).filter(({ table }) => table.id === id);
    const ids = new Set(own.map((card) => card.id));
    const bound = filters.flatMap(({ bind }) =>
      bind.filter(isColumnBinding).filter(({ card }) => ids.has(card)),
    );
    const columns = [
      ...new Set([
        ...own.flatMap(({ query }) => columnsOfQuery(query)),
        ...bound.map(({ column }) => column),
      ]),
    ];
    return { sourceConnectionId, tables: [{ tableName, columns: columns.length > 0 ? columns : null }] };
  });
}
