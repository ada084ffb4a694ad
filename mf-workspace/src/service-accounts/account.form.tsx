import {
  ACCOUNT_REQUESTS_MAX,
  ACCOUNT_SECONDS_MAX,
  SERVICE_ACCOUNT_DESCRIPTION_MAX,
  SERVICE_ACCOUNT_NAME_MAX,
  TOKEN_DAYS_DEFAULT,
  type Rule,
} from '@headwater/shared/contract';
import { Form, FormBanner, SelectField, SubmitButton, TextField } from '@headwater/shared/forms';
import { Button, Row } from '@headwater/shared/ui';
import { TextArea } from '@headwater/shared/ui/inputs';
import { useState, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import type { AccountValues } from './account.queries.ts';
import { invalidNetwork, networksIn } from './access/networks.ts';
import { RightsFields } from './access/rights-fields.tsx';
import { isComplete } from './scope/row-filter.ts';
import { ScopeFields } from './scope/scope-fields.tsx';
import { daysIn, TokenDays } from './token-days.tsx';

const REQUIRED: readonly Rule[] = [
  { code: 'field_required', message: 'This field is required.', test: (value) => value.trim() !== '' },
];

type Field = 'name' | 'description' | 'requests' | 'seconds';
const REQUESTS = [1, 2, 3, 4, ACCOUNT_REQUESTS_MAX];
const SECONDS = [5, 10, 30, ACCOUNT_SECONDS_MAX];
/** With the one that was chosen by other means. */
const choices = (offered: readonly number[], chosen: number) =>
  [...new Set([...offered, chosen])].sort((a, b) => a - b);

type Fault = 'days' | 'network' | 'no_right' | 'nothing' | 'row_filter';

function faultOf(
  scope: AccountValues['scope'],
  rights: AccountValues['rights'],
  networks: string,
  days: number | null,
): Fault | undefined {
  if (scope?.length === 0) return 'nothing';
  const filters = (scope ?? []).flatMap(({ tables }) => (tables ?? []).map(({ filter = [] }) => filter));
  if (!filters.every(isComplete)) return 'row_filter';
  if (rights.length === 0) return 'no_right';
  if (invalidNetwork(networks) !== undefined) return 'network';
  return days === null ? 'days' : undefined;
}

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

/** Name, purpose, and what an account sees and may do, as it's created and as it's changed later. */
export function AccountForm({ initial, withDays, submit, pending, cancel, onSubmit }: AccountFormProps) {
  const t = messages.use();
  const [dayText, setDayText] = useState(String(withDays ?? TOKEN_DAYS_DEFAULT));
  const [scope, setScope] = useState(initial.scope);
  const [rights, setRights] = useState(initial.rights);
  const [networks, setNetworks] = useState(initial.networks.join('\n'));
  const [fault, setFault] = useState<Fault>();
  const networkFault = invalidNetwork(networks);
  const save = async ({ name, description, requests, seconds }: Record<Field, string>) => {
    const days = daysIn(dayText);
    const found = faultOf(scope, rights, networks, days);
    setFault(found);
    if (found || days === null) return;
    await onSubmit({
      name: name.trim(),
      description: description.trim(),
      scope,
      rights,
      networks: networksIn(networks),
      limits: { requests: Number(requests), seconds: Number(seconds) },
      days,
    });
  };
  return (
    <Form
      initialValues={{
        name: initial.name,
        description: initial.description,
        requests: String(initial.limits.requests),
        seconds: String(initial.limits.seconds),
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
          setFault(undefined);
        }}
        error={fault === 'nothing' || fault === 'row_filter' ? t(`accounts.fault.${fault}`) : undefined}
      />
      <RightsFields
        rights={rights}
        onChange={(next) => {
          setRights(next);
          setFault(undefined);
        }}
        error={fault === 'no_right' ? t('accounts.fault.no_right') : undefined}
      />
      <TextArea
        label={t('accounts.networks')}
        labelEnd={t('accounts.optional')}
        hint={t('accounts.networks_hint')}
        rows={2}
        value={networks}
        onChange={({ target }) => {
          setNetworks(target.value);
          setFault(undefined);
        }}
        error={
          fault === 'network' && networkFault !== undefined
            ? t('accounts.fault.network', { name: networkFault })
            : undefined
        }
      />
      <Row>
        <SelectField
          name="requests"
          label={t('accounts.limit.requests')}
          options={choices(REQUESTS, initial.limits.requests).map((count) => ({
            value: String(count),
            label: t('accounts.limit.at_once', { count }),
          }))}
        />
        <SelectField
          name="seconds"
          label={t('accounts.limit.seconds')}
          options={choices(SECONDS, initial.limits.seconds).map((count) => ({
            value: String(count),
            label: t('accounts.limit.seconds_of', { count }),
          }))}
        />
      </Row>
      {withDays !== undefined && (
        <TokenDays
          value={dayText}
          isFaulty={fault === 'days'}
          onChange={(next) => {
            setDayText(next);
            setFault(undefined);
          }}
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
