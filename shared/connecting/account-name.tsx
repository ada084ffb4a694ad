import { paths } from '@headwater/shared/routing';
import { Cut, TextLink, TwoLines } from '@headwater/shared/ui';
import type { ServiceAccount } from './account.queries.ts';

interface AccountNameProps {
  organizationId: string;
  account: Pick<ServiceAccount, 'id' | 'name' | 'description'>;
}

/** An account in a list: its name, which leads to its page, above what it's for. */
export function AccountName({ organizationId, account: { id, name, description } }: AccountNameProps) {
  return (
    <TwoLines>
      <TextLink to={paths.serviceAccount(organizationId, id)}>{name}</TextLink>
      <Cut title={description}>{description}</Cut>
    </TwoLines>
  );
}
