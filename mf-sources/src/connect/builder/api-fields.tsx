import { ownValue } from '@headwater/shared/contract';
import { Stack, styled } from '@headwater/shared/ui';
import { PasswordInput, Select, TextInput } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import type { FormValues } from '../configuration.ts';
import { AUTHENTICATIONS, CREDENTIALS, type ApiForm, type Authentication } from './api-form.ts';
import { credentialName, isSecret } from './credentials.ts';
import { Pair } from './pair.tsx';
import type { BuilderFields } from './use-builder.ts';

interface ApiFieldsProps {
  form: ApiForm;
  fields: BuilderFields;
  stored: ReadonlySet<string>;
  typed: FormValues;
  onTyped(values: FormValues): void;
  onChange(some: Partial<ApiForm>): void;
}

/** What all streams have in common: the address, and how to sign in. Values of credentials aren't part of the manifest. */
export function ApiFields({ form, fields, stored, typed, onTyped, onChange }: ApiFieldsProps) {
  const t = messages.use();
  const { baseUrl, authentication } = form;
  const { kind, into, name } = authentication;
  const authenticate = (some: Partial<Authentication>) =>
    onChange({ authentication: { ...authentication, ...some } });
  const choose = (next: Authentication['kind']) =>
    authenticate({
      kind: next,
      titles: Object.fromEntries(CREDENTIALS[next].map((each) => [each, t(titleKey(next, each))])),
    });
  return (
    <Stack gap={4.5}>
      <Heading>{t('builder.api')}</Heading>
      <TextInput
        name="base_url"
        label={t('builder.base_url')}
        hint={t('builder.base_url.hint')}
        placeholder="https://api.example.com/v1"
        inputMode="url"
        value={baseUrl}
        onChange={({ target }) => onChange({ baseUrl: target.value })}
        error={fields.errorOf('base_url')}
        autoComplete="off"
        spellCheck={false}
        mono
      />
      <Select
        name="authentication.kind"
        label={t('builder.authentication.kind')}
        hint={t('builder.authentication.hint')}
        value={kind}
        options={AUTHENTICATIONS.map((value) => ({ value, label: t(`builder.authentication.${value}`) }))}
        onChange={({ target }) => choose(target.value as Authentication['kind'])}
      />
      {kind === 'api_key' && (
        <Pair>
          <Select
            name="authentication.into"
            label={t('builder.authentication.into')}
            value={into}
            options={(['header', 'request_parameter'] as const).map((value) => ({
              value,
              label: t(`builder.authentication.into.${value}`),
            }))}
            onChange={({ target }) => authenticate({ into: target.value as Authentication['into'] })}
          />
          <TextInput
            name="authentication.name"
            label={t('builder.authentication.name')}
            placeholder={into === 'header' ? 'X-API-Key' : 'api_key'}
            value={name}
            onChange={({ target }) => authenticate({ name: target.value })}
            error={fields.errorOf('authentication.name')}
            autoComplete="off"
            spellCheck={false}
            mono
          />
        </Pair>
      )}
      {CREDENTIALS[kind].map((each) => {
        const field = credentialName(each);
        const input = {
          name: field,
          label: ownValue(authentication.titles, each) ?? each,
          value: String(ownValue(typed, field) ?? ''),
          onChange: ({ target }: { target: { value: string } }) =>
            onTyped({ ...typed, [field]: target.value }),
          autoComplete: 'off',
        };
        return isSecret(each) ? (
          <PasswordInput
            key={field}
            {...input}
            hint={t(stored.has(field) ? 'connect.secret_stored' : 'connect.secret_hint')}
          />
        ) : (
          <TextInput key={field} {...input} spellCheck={false} mono />
        );
      })}
    </Stack>
  );
}

function titleKey(kind: Authentication['kind'], credential: string) {
  if (kind === 'basic')
    return credential === 'username' ? 'builder.credential.username' : 'builder.credential.password';
  return kind === 'bearer' ? 'builder.credential.token' : 'builder.credential.api_key';
}

export const Heading = styled('h2')({
  fontSize: 'var(--size-14)',
  fontWeight: 'var(--weight-strong)',
  margin: 0,
});
