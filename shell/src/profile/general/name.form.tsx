import { personNameRules } from '@headwater/shared/contract';
import { Form, FormBanner, SubmitButton, TextField } from '@headwater/shared/forms';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { editProfile } from '../profile.queries.ts';

const RULES = { name: personNameRules };

export function NameForm({ name }: { name: string }) {
  const t = messages.use();
  const save = async (values: { name: string }) => {
    await editProfile(values);
    toast.success(t('general.name_saved'));
  };
  return (
    <Form initialValues={{ name }} validate={RULES} onSubmit={save}>
      <FormBanner />
      <TextField name="name" label={t('general.name')} autoComplete="name" />
      <div>
        <SubmitButton pending={t('general.name_saving')}>{t('general.name_save')}</SubmitButton>
      </div>
    </Form>
  );
}
