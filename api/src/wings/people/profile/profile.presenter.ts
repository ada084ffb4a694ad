import type { ProfileResource } from '@headwater/shared/contract';
import { installationSelect } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Services } from '../../../http/services.ts';
import { dependentWorkspaces, type DependentWorkspace } from './dependent-workspaces.ts';
import { findProfile } from './profile.repository.ts';

/** Presents the account to its owner. */
export async function presentProfile({ database }: Services, userId: string): Promise<ProfileResource> {
  const [row, dependent] = await Promise.all([
    findProfile(database, userId),
    installationSelect<DependentWorkspace>(database, dependentWorkspaces(userId)),
  ]);
  if (!row) throw new Refusal('not_signed_in');
  const names = (isAlone: boolean) =>
    dependent.filter((workspace) => workspace.isAlone === isAlone).map(({ name }) => name);
  return {
    type: 'profiles',
    id: userId,
    attributes: {
      ...row,
      createdAt: row.createdAt.toISOString(),
      ownWorkspaces: names(true),
      adminOf: names(false),
    },
  };
}
