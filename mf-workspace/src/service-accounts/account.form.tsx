import {
  SERVICE_ACCOUNT_DESCRIPTION_MAX,
  SERVICE_ACCOUNT_NAME_MAX,
  TOKEN_DAYS,
  type Rule,
} from '@headwater/shared/contract';
import { Form, FormBanner, SelectField, SubmitButton, TextField } from '@headwater/shared/forms';
import { Button, Row } from '@headwater/shared/ui';
import { useState, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import type { AccountValues } from './account.queries.ts';
import { ScopeFields } from './scope/scope-fields.tsx';

const REQUIRED: readonly Rule[] = [
  { code: 'field_required', message: 'This field is required.', test: (value) => value.trim() !== '' },
];

interface AccountFormProps {
  initial: AccountValues;
  /** Asks how long the first token works. */
  withDays?: number;
  submit: ReactNode;
  pending: ReactNode;
  /** Where Cancel leads. */
  cancel?: string;
  onSubmit(values: AccountValues & { days: number }): Promise<void>;
}

/** Name, purpose, and what an account sees, as it's created and as it's changed later. */
export function AccountForm({ initial, withDays, submit, pending, cancel, onSubmit }: AccountFormProps) {
  const t = messages.use();
  const [scope, setScope] = useState(initial.scope);
  const [isEmpty, setEmpty] = useState(false);
  const save = async ({ name, description, days }: { name: string; description: string; days: string }) => {
    const chosen = scope === null || scope.length > 0;
    setEmpty(!chosen);
    if (!chosen) return;
    await onSubmit({ name: name.trim(), description: description.trim(), scope, days: Number(days) });
  };
  return (
    <Form
      initialValues={{
        name: initial.name,
        description: initial.description,
        days: String(withDays ?? TOKEN_DAYS[0]),
      }}
      validate={{ name: REQUIRED }}
      onSubmit={save}
    >
      <FormBanner />
      <TextField
        name="name"
        label={t('accounts.name')}
        placeholder="metabase"
        maxLength={SERVICE_ACCOUNT_NAME_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="description"
        label={t('accounts.description')}
        labelEnd={t('accounts.optional')}
        maxLength={SERVICE_ACCOUNT_DESCRIPTION_MAX}
        autoComplete="off"
      />
      <ScopeFields
        scope={scope}
        onChange={(next) => {
          setScope(next);
          setEmpty(false);
        }}
        error={isEmpty ? t('accounts.scope.empty') : undefined}
      />
      {withDays !== undefined && (
        <SelectField
          name="days"
          label={t('accounts.token_works_for')}
          options={TOKEN_DAYS.map((days) => ({
            value: String(days),
            label: t('accounts.days', { count: days }),
          }))}
        />
      )}
      <Row>
        <SubmitButton pending={pending}>{submit}</SubmitButton>
        {cancel && (
          <Button variant="ghost" to={cancel}>
            {t('accounts.cancel')}
          </Button>
        )}
      </Row>
    </Form>
  );
}
