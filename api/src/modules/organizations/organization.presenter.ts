import type { OrganizationAttributes } from '@headwater/shared/contract';
import type { OwnOrganization } from '../identity/index.ts';

export function presentOrganization({ id, name, role, createdAt }: OwnOrganization): {
  type: 'organizations';
  id: string;
  attributes: OrganizationAttributes;
} {
  return { type: 'organizations', id, attributes: { name, role, createdAt: createdAt.toISOString() } };
}
