import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, Stack, styled, Text } from '@headwater/shared/ui';
import { Checkbox, PasswordInput, Select } from '@headwater/shared/ui/inputs';
import { Dialog } from '@headwater/shared/ui/menu';
import {
  choiceText,
  SHARE_DAYS_DEFAULT,
  SHARE_PASSWORD_MAX,
  SHARE_PASSWORD_MIN,
} from '@headwater/shared/contract';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import type { Report } from '@headwater/shared/figures';
import { hasChoices } from '../comparison-select.tsx';
import { NewLink } from './new-link.tsx';
import { ShareLinks } from './share-links.tsx';
import { createShareLink, shareLinks } from './share.queries.ts';

interface ShareDialogProps {
  organizationId: string;
  report: Report;
  onClose(): void;
}

const DAYS = [1, 7, SHARE_DAYS_DEFAULT, 90, 365];

/** Creates links by which people outside the workspace see the report, and ends them. */
export function ShareDialog({ organizationId, report, onClose }: ShareDialogProps) {
  const t = messages.use();
  const [created, setCreated] = useState<string | null>(null);
  const address = { organizationId, reportId: report.id };
  return (
    <Dialog
      open
      title={t('share.title', { name: report.name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('share.done')}</Button>}
    >
      <Stack gap={4}>
        <Text tone="muted" size={13}>
          {t('share.text')}
        </Text>
        {created === null ? (
          <LinkForm address={address} hasChoices={hasChoices(report.content)} onCreated={setCreated} />
        ) : (
          <NewLink token={created} onAnother={() => setCreated(null)} />
        )}
        <ShareLinks {...address} />
      </Stack>
    </Dialog>
  );
}

interface LinkFormProps {
  address: { organizationId: string; reportId: string };
  hasChoices: boolean;
  onCreated(token: string): void;
}

function LinkForm({ address, hasChoices: isOffered, onCreated }: LinkFormProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const [days, setDays] = useState(SHARE_DAYS_DEFAULT);
  const [password, setPassword] = useState('');
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [isTried, setTried] = useState(false);
  const isShort = password !== '' && password.length < SHARE_PASSWORD_MIN;
  const create = useMutation({
    mutationFn: () =>
      createShareLink(address, {
        ...{ days, filtersOpen, ...(password !== '' && { password }) },
        filters: choiceText(query),
      }),
    onSuccess: async ({ token }) => {
      onCreated(token);
      await client.invalidateQueries({ queryKey: shareLinks(address).queryKey });
    },
  });
  const submit = () => {
    setTried(true);
    if (!isShort) create.mutate();
  };
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Fields>
        <Select
          label={t('share.expires')}
          value={String(days)}
          options={DAYS.map((count) => ({ value: String(count), label: t('share.days', { count }) }))}
          onChange={(event) => setDays(Number(event.target.value))}
        />
        <PasswordInput
          label={t('share.password')}
          labelEnd={t('share.optional')}
          autoComplete="new-password"
          maxLength={SHARE_PASSWORD_MAX}
          value={password}
          error={isTried && isShort ? t('share.password_short', { least: SHARE_PASSWORD_MIN }) : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Fields>
      {isOffered && (
        <Checkbox
          label={t('share.filters_open')}
          hint={t('share.filters_hint')}
          checked={filtersOpen}
          onChange={() => setFiltersOpen(!filtersOpen)}
        />
      )}
      {create.error && (
        <Text role="alert" size={13} style={{ color: 'var(--bad-text)' }}>
          {errorText(create.error)}
        </Text>
      )}
      <Button type="submit" variant="primary" busy={create.isPending}>
        {t('share.create')}
      </Button>
    </Form>
  );
}

const Form = styled('form')({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  '& > *': { maxWidth: '100%' },
});
const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
  gap: 12,
  width: '100%',
});
