import { ApiError } from '@headwater/shared/api';
import { workspaceNameRules, type NewOrganization } from '@headwater/shared/contract';
import { Form, SubmitButton, TextField } from '@headwater/shared/forms';
import { paths, useNavigate } from '@headwater/shared/routing';
import { rememberWorkspace } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { createOrganization, sendEvent } from './workspace.queries.ts';

const RULES = { name: workspaceNameRules };
const CLICKED = { name: 'signup_create_workspace_button_clicked', organization_id: null };

export function CreateWorkspaceForm() {
  const t = messages.use();
  const navigate = useNavigate();

  const create = async (values: NewOrganization) => {
    try {
      const { id } = await createOrganization(values);
      rememberWorkspace(id);
      toast.success(t('createWorkspace.done'));
      await navigate(paths.workspace(id));
    } catch (error) {
      toast.error(t('createWorkspace.failed'));
      if (hasFieldError(error)) throw error; // the form shows it at its field
    }
  };

  return (
    <Form initialValues={{ name: '' }} validate={RULES} onSubmit={create}>
      <TextField
        name="name"
        label={t('createWorkspace.name')}
        placeholder={t('createWorkspace.placeholder')}
        hint={t('createWorkspace.note')}
        autoComplete="organization"
      />
      <div>
        <SubmitButton pending={t('createWorkspace.submitting')} onClick={() => sendEvent(CLICKED)}>
          {t('createWorkspace.submit')}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The specification has one toast for any error; an error in the name is also shown at its field. */
function hasFieldError(error: unknown) {
  return error instanceof ApiError && !!error.errors?.some(({ source }) => source?.pointer);
}
