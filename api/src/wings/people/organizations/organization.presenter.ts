import type { DeletedOrganizationAttributes, OrganizationAttributes } from '@headwater/shared/contract';
import type { OwnOrganization } from '../identity/index.ts';
import type { DeletedOrganization } from './deleted-organizations.repository.ts';

export function presentOrganization({ id, createdAt, ...attributes }: OwnOrganization): {
  type: 'organizations';
  id: string;
  attributes: OrganizationAttributes;
} {
  return { type: 'organizations', id, attributes: { ...attributes, createdAt: createdAt.toISOString() } };
}

export function presentDeletedOrganization({ id, name, deletedBy, ...times }: DeletedOrganization): {
  type: 'deleted_organizations';
  id: string;
  attributes: DeletedOrganizationAttributes;
} {
  const deletedAt = times.deletedAt.toISOString();
  const restorableUntil = times.restorableUntil.toISOString();
  return { type: 'deleted_organizations', id, attributes: { name, deletedBy, deletedAt, restorableUntil } };
}
