import {
  CHANNEL_ADDRESSES_MAX,
  CHANNEL_NAME_MAX,
  emailRules,
  webhookUrlRules,
  WEBHOOK_URL_MAX,
  type ChannelKind,
  type NotificationTrigger,
  type Rule,
} from '@headwater/shared/contract';
import { Form, FormBanner, SubmitButton, TextField } from '@headwater/shared/forms';
import { useParams } from '@headwater/shared/routing';
import { Button, Row } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { MemberFields } from './member-fields.tsx';
import { noticeMessages } from './messages.ts';
import { changeChannel, createChannel, type Channel, type ChannelValues } from './notification.queries.ts';
import { TriggerFields } from './trigger-fields.tsx';

const REQUIRED: Rule = {
  code: 'field_required',
  message: 'This field is required.',
  test: (value) => value.trim() !== '',
};
const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== '');
const ADDRESSES: readonly Rule[] = emailRules.map(({ test, ...rule }) => ({
  ...rule,
  test: (text) => addressesIn(text).every(test),
}));
/** What is worth knowing at once. */
const USUAL: readonly NotificationTrigger[] = [
  'sync_failed',
  'auto_paused',
  'breaking_change',
  'token_expiring',
];

interface ChannelDialogProps {
  kind: ChannelKind;
  /** Absent for a new one. */
  channel?: Channel;
  /** With the secret of a new webhook. */
  onSaved(secret: string | null): void;
  onCancel(): void;
}

/** Where a channel leads and what it is told about, as it's added and as it's changed later. */
export function ChannelDialog({ kind, channel, onSaved, onCancel }: ChannelDialogProps) {
  const t = noticeMessages.use();
  const { organizationId = '' } = useParams();
  const [triggers, setTriggers] = useState<readonly NotificationTrigger[]>(channel?.triggers ?? USUAL);
  const [memberIds, setMembers] = useState<readonly string[]>(channel?.memberIds ?? []);
  const [isEmpty, setEmpty] = useState(false);
  const save = async ({ name, url, addresses }: { name: string; url: string; addresses: string }) => {
    const values: ChannelValues = { name: name.trim(), triggers: [...triggers] };
    if (kind === 'webhook' && url.trim() !== '') values.url = url.trim();
    if (kind === 'email') {
      Object.assign(values, { memberIds: [...memberIds], addresses: addressesIn(addresses) });
      const hasNobody = memberIds.length + addressesIn(addresses).length === 0;
      setEmpty(hasNobody);
      if (hasNobody) return;
    }
    if (channel) {
      await changeChannel(organizationId, channel, values);
      return onSaved(null);
    }
    const { secret } = await createChannel(organizationId, { kind, ...values });
    onSaved(secret);
  };
  return (
    <Dialog
      open
      title={channel ? t('notice.edit_title', { name: channel.name }) : t(`notice.add.${kind}`)}
      onClose={onCancel}
    >
      <Form
        initialValues={{
          name: channel?.name ?? '',
          url: '',
          addresses: channel?.addresses.join(', ') ?? '',
        }}
        validate={{
          name: [REQUIRED],
          ...(kind === 'webhook' && {
            url: channel ? webhookUrlRules.map(orEmpty) : [REQUIRED, ...webhookUrlRules],
          }),
          ...(kind === 'email' && { addresses: ADDRESSES }),
        }}
        onSubmit={save}
      >
        <FormBanner />
        <TextField
          name="name"
          label={t('notice.name')}
          placeholder={t(`notice.name_example.${kind}`)}
          maxLength={CHANNEL_NAME_MAX}
          autoComplete="off"
        />
        {kind === 'webhook' && (
          <TextField
            name="url"
            type="url"
            label={t('notice.url')}
            placeholder={channel?.urlHint ?? 'https://'}
            hint={channel ? t('notice.url_keep') : t('notice.url_hint')}
            maxLength={WEBHOOK_URL_MAX}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {kind === 'email' && (
          <>
            <MemberFields
              value={memberIds}
              onChange={setMembers}
              error={isEmpty ? t('notice.nobody') : undefined}
            />
            <TextField
              name="addresses"
              label={t('notice.addresses')}
              hint={t('notice.addresses_hint', { most: CHANNEL_ADDRESSES_MAX })}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )}
        <TriggerFields value={triggers} onChange={setTriggers} />
        <Row justify="end">
          <Button variant="ghost" onClick={onCancel}>
            {t('notice.cancel')}
          </Button>
          <SubmitButton pending={t('notice.saving')}>
            {channel ? t('notice.save') : t('notice.add_submit')}
          </SubmitButton>
        </Row>
      </Form>
    </Dialog>
  );
}

const orEmpty = ({ test, ...rule }: Rule): Rule => ({
  ...rule,
  test: (value) => value.trim() === '' || test(value),
});
