import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Keys } from '../../../platform/secrets/keys.ts';
import { seal, unseal } from '../../../platform/secrets/sealed.ts';
import type { ChannelRow } from './channels.repository.ts';

/** What must not be read in the store: URLs of chat programs are secrets too. */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
}

const HINT_MAX = 8;

export const sealWebhook = (db: WorkspaceDb, keys: Keys, channelId: string, webhook: Webhook): Buffer =>
  seal(
    JSON.stringify(webhook),
    { workspaceId: db.workspaceId, notificationChannelId: channelId },
    keys.secrets,
  );

/** Returns a webhook's URL and secret, only to send to it. */
export function openSealed(db: WorkspaceDb, keys: Keys, { id, sealed }: ChannelRow): Webhook {
  const owner = { workspaceId: db.workspaceId, notificationChannelId: id };
  return JSON.parse(unseal(sealed!, owner, keys.secrets)) as Webhook;
}

/** Returns as much of a URL as tells people which one it is. */
export function hintOfUrl(url: string): string {
  const { host, pathname, search } = new URL(url);
  const rest = `${pathname}${search}`;
  return rest.length <= HINT_MAX ? `${host}${rest}` : `${host}${rest.slice(0, HINT_MAX)}…`;
}
