import { useTitle } from '@headwater/shared/routing';
import { PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { CreateWorkspaceForm } from './create-workspace.form.tsx';
import { DeletedWorkspaces } from './deleted-workspaces.tsx';
import { NextSteps } from './next-steps.tsx';

export function CreateWorkspacePage() {
  const t = messages.use();
  useTitle(t('createWorkspace.title'));
  return (
    <>
      <PublicTitle title={t('createWorkspace.title')}>{t('createWorkspace.lead')}</PublicTitle>
      <CreateWorkspaceForm />
      <NextSteps />
      <DeletedWorkspaces />
    </>
  );
}
