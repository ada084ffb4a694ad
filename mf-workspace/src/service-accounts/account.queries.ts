import { api } from '@headwater/shared/api';
import { accountQueries, type ServiceAccount } from '@headwater/shared/connecting';
import type {
  AccountLimits,
  DataScope,
  ServiceAccountUsageAttributes,
  ServiceRight,
  ShownTokenResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions } from '@headwater/shared/query';

/** A token that was just created. */
export type ShownToken = Flat<ShownTokenResource>;

const pathOf = (organizationId: string, id: string) =>
  `organizations/${organizationId}/service-accounts/${id}`;

export type DayOfUsage = ServiceAccountUsageAttributes['days'][number];

/** What an account has requested. Under the account's key, so that its first use is seen here, too. */
export const usageQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [...accountQueries.one(organizationId, id).queryKey, 'usage'],
    queryFn: ({ signal }) =>
      api.get<ServiceAccountUsageAttributes>(`${pathOf(organizationId, id)}/usage`, { signal }),
  });

const refresh = (organizationId: string) =>
  queryClient.invalidateQueries({ queryKey: accountQueries.all(organizationId) });

/** What people decide about an account. A scope of null stands for everything. */
export interface AccountValues {
  name: string;
  description: string;
  scope: DataScope | null;
  rights: readonly ServiceRight[];
  networks: readonly string[];
  limits: AccountLimits;
}

export async function createAccount(
  organizationId: string,
  attributes: AccountValues & { days: number },
): Promise<ShownToken> {
  const created = await api.post<ShownToken>(`organizations/${organizationId}/service-accounts`, {
    type: 'service_accounts',
    attributes,
  });
  void refresh(organizationId);
  return created;
}

/** Fails with 412 if someone else has changed the account since. */
export async function changeAccount(
  organizationId: string,
  { id, version }: Pick<ServiceAccount, 'id' | 'version'>,
  attributes: Partial<AccountValues> & { disabled?: boolean },
): Promise<void> {
  await api.patch(
    pathOf(organizationId, id),
    { type: 'service_accounts', attributes },
    { headers: { 'if-match': String(version) } },
  );
  await refresh(organizationId);
}

export async function deleteAccount(organizationId: string, id: string): Promise<void> {
  await api.delete(pathOf(organizationId, id));
  queryClient.removeQueries({ queryKey: accountQueries.one(organizationId, id).queryKey });
  await refresh(organizationId);
}

export async function createToken(
  organizationId: string,
  id: string,
  attributes: { days: number; replaces?: { tokenId: string; hours: number } },
): Promise<ShownToken> {
  const created = await api.post<ShownToken>(`${pathOf(organizationId, id)}/tokens`, {
    type: 'service_account_tokens',
    attributes,
  });
  await refresh(organizationId);
  return created;
}

export async function revokeToken(organizationId: string, id: string, tokenId: string): Promise<void> {
  await api.delete(`${pathOf(organizationId, id)}/tokens/${tokenId}`);
  await refresh(organizationId);
}
