import {
  SERVICE_ACCOUNT_DESCRIPTION_MAX,
  SERVICE_ACCOUNT_NAME_MAX,
  TOKEN_DAYS_DEFAULT,
  type Rule,
} from '@headwater/shared/contract';
import { Form, FormBanner, SubmitButton, TextField } from '@headwater/shared/forms';
import { Button, Row, styled, Text } from '@headwater/shared/ui';
import { SaveBarFrame } from '@headwater/shared/ui/workspace';
import { useState, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import { SettingRow } from '../settings/setting-row.tsx';
import type { AccountValues } from './account.queries.ts';
import { AccountSummary } from './account-summary.tsx';
import { invalidNetwork, networksIn } from './access/networks.ts';
import { LimitFields } from './access/limit-fields.tsx';
import { NetworksField } from './access/networks-field.tsx';
import { RightsFields } from './access/rights-fields.tsx';
import { isComplete } from './scope/row-filter.ts';
import { ScopeFields } from './scope/scope-fields.tsx';
import { daysIn, TokenDays } from './token-days.tsx';

const REQUIRED: readonly Rule[] = [
  { code: 'field_required', message: 'This field is required.', test: (value) => value.trim() !== '' },
];

type Field = 'name' | 'description';

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
  /** Beside the buttons. */
  note?: string;
  /** Where Cancel leads. */
  cancel?: string;
  onSubmit(values: AccountValues & { days: number }): Promise<void>;
}

/** Name, purpose, and what an account sees and may do, as it's created and as it's changed later. */
export function AccountForm({
  initial,
  withDays,
  submit,
  pending,
  note,
  cancel,
  onSubmit,
}: AccountFormProps) {
  const t = messages.use();
  const [dayText, setDayText] = useState(String(withDays ?? TOKEN_DAYS_DEFAULT));
  const [scope, setScope] = useState(initial.scope);
  const [rights, setRights] = useState(initial.rights);
  const [networks, setNetworks] = useState(initial.networks.join('\n'));
  const [limits, setLimits] = useState(initial.limits);
  const [fault, setFault] = useState<Fault>();
  const networkFault = invalidNetwork(networks);
  const save = async ({ name, description }: Record<Field, string>) => {
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
      limits,
      days,
    });
  };
  const clear =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      set(next);
      setFault(undefined);
    };
  return (
    <Form
      initialValues={{ name: initial.name, description: initial.description }}
      validate={{ name: REQUIRED }}
      onSubmit={save}
    >
      <FormBanner />
      <Columns>
        <div>
          <SettingRow title={t('accounts.about')} about={t('accounts.about_text')}>
            <AboutFields />
          </SettingRow>
          <SettingRow title={t('accounts.scope.legend')} about={t('accounts.scope.chosen_hint')}>
            <ScopeFields
              scope={scope}
              onChange={clear(setScope)}
              error={fault === 'nothing' || fault === 'row_filter' ? t(`accounts.fault.${fault}`) : undefined}
            />
          </SettingRow>
          <SettingRow title={t('accounts.rights')} about={t('accounts.rights_text')}>
            <RightsFields
              rights={rights}
              onChange={clear(setRights)}
              error={fault === 'no_right' ? t('accounts.fault.no_right') : undefined}
            />
          </SettingRow>
          <SettingRow title={t('accounts.bounds')} about={t('accounts.bounds_text')}>
            <NetworksField
              value={networks}
              invalid={fault === 'network' ? networkFault : undefined}
              onChange={clear(setNetworks)}
            />
            <LimitFields limits={limits} initial={initial.limits} onChange={setLimits} />
            {withDays !== undefined && (
              <TokenDays value={dayText} isFaulty={fault === 'days'} onChange={clear(setDayText)} />
            )}
          </SettingRow>
        </div>
        <aside>
          <AccountSummary
            scope={scope}
            rights={rights}
            networks={networkFault === undefined ? networksIn(networks) : initial.networks}
            limits={limits}
            days={withDays === undefined ? null : daysIn(dayText)}
          />
        </aside>
      </Columns>
      <SaveBar>
        {note && <Text size={13}>{note}</Text>}
        <Row className="buttons">
          {cancel && (
            <Button variant="ghost" to={cancel}>
              {t('accounts.cancel')}
            </Button>
          )}
          <SubmitButton pending={pending}>{submit}</SubmitButton>
        </Row>
      </SaveBar>
    </Form>
  );
}

function AboutFields() {
  const t = messages.use();
  return (
    <>
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
    </>
  );
}

/** What and why at the start, the fields next to it, and the summary at the end, on smaller screens before them. */
const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 300px',
  gap: '8px 48px',
  alignItems: 'start',
  '& > aside': { position: 'sticky', top: 16 },
  '@media (max-width: 1200px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > aside': { position: 'static', order: -1, maxWidth: 'var(--form)' },
  },
});

/** As wide as the page. */
const SaveBar = styled(SaveBarFrame)({ marginInline: 'calc(-1 * var(--inset))' });
