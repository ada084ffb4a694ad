import type { Services } from '../../../http/services.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

/**
 * Throws if the user already belongs to as many workspaces as allowed, because each session lists all of
 * them. Simultaneous requests may exceed the limit, but only by as many as the rate limit allows.
 */
export async function requirePlace(
  { memberships, config: { quotas } }: Services,
  userId: string,
  pointer?: string,
): Promise<void> {
  const limit = quotas.workspaces;
  if ((await memberships.listOf(userId)).length >= limit)
    throw new Refusal('workspace_quota_reached', {
      ...(pointer !== undefined && { pointer }),
      values: { limit },
    });
}
