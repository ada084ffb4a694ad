import type { Workspace } from '../../../../http/route-context.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Keys } from '../../../../platform/secrets/keys.ts';
import { seal, unseal, type SecretOwner } from '../../../../platform/secrets/sealed.ts';

/** How the positions in a table look to whoever pages through it. */
export interface RowCursors {
  conceal(cursor: string): string;
  /** Throws a 422 for a cursor that wasn't made for this caller and table. */
  reveal(cursor: string): string;
}

/** Longer than any position, so that the length says nothing about how large its numbers are. */
const LENGTH = 160;

const asTheyAre: RowCursors = { conceal: (cursor) => cursor, reveal: (cursor) => cursor };

interface Of {
  readonly sourceConnectionId: string;
  readonly tableName: string;
}

/**
 * Returns the cursors of a table. To a service account, of which rows can be hidden, positions in the file would tell by
 * their gaps how many: its cursors are sealed.
 */
export function rowCursorsOf(
  { cursors: key }: Keys,
  { id: workspaceId, principal }: Pick<Workspace, 'id' | 'principal'>,
  { sourceConnectionId, tableName }: Of,
): RowCursors {
  if (principal.kind === 'user') return asTheyAre;
  const table = JSON.stringify([sourceConnectionId, tableName]);
  const owner: SecretOwner = { workspaceId, principalId: principal.id, table };
  return {
    conceal: (cursor) => seal(cursor.padEnd(LENGTH), owner, key).toString('base64url'),
    reveal(cursor) {
      try {
        return unseal(Buffer.from(cursor, 'base64url'), owner, key).trimEnd();
      } catch {
        throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
      }
    },
  };
}
