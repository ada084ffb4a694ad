import type { OrganizationAttributes } from '@headwater/shared/contract';
import type { OwnOrganization } from '../identity/index.ts';

export function presentOrganization({ id, createdAt, ...attributes }: OwnOrganization): {
  type: 'organizations';
  id: string;
  attributes: OrganizationAttributes;
} {
  return { type: 'organizations', id, attributes: { ...attributes, createdAt: createdAt.toISOString() } };
}
