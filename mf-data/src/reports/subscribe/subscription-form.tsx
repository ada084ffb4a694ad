import { choiceText, DELIVERY_WAIT_HOURS } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { useCalendar, useMay, useSignedIn } from '@headwater/shared/session';
import { Button, QueryBoundary, Skeleton, styled, Text, toast } from '@headwater/shared/ui';
import { Checkbox, Options, Select, TimeInput } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { membersQuery, type Member } from '../../table/describe/describe.queries.ts';
import { useDayChoices } from './days.ts';
import { RecipientFields } from './recipient-fields.tsx';
import {
  changeSubscription,
  createSubscription,
  sendTestMail,
  type Choices,
  type ReportAddress,
  type Subscription,
} from './subscription.queries.ts';

interface SubscriptionFormProps {
  address: ReportAddress;
  /** Absent for a new one. */
  subscription: Subscription | undefined;
  hasFilters: boolean;
  hasMail: boolean;
  onSaved(): void;
  onCancel(): void;
}

/** Whom the report goes to, when, and when not. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const t = messages.use();
  const members = useQuery(membersQuery(props.address.organizationId));
  return (
    <QueryBoundary
      query={members}
      thing={t('subscribe.members')}
      loading={<Skeleton width="100%" height={240} />}
    >
      {(all) => <Fields {...props} members={all} />}
    </QueryBoundary>
  );
}

const MONDAY = { days: [1], time: '08:00' };

function Fields({
  address,
  subscription,
  members,
  hasFilters,
  hasMail,
  onSaved,
  onCancel,
}: SubscriptionFormProps & { members: readonly Member[] }) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { zone } = useCalendar();
  const { email } = useSignedIn();
  const canEdit = useMay('data:edit');
  const [query] = useSearchParams();
  const self = members.find((one) => one.email === email);
  const [choices, setChoices] = useState<Choices>(
    () =>
      choicesOf(subscription) ?? {
        ...{ schedule: MONDAY, zone, onlyFresh: true, skipEmpty: true, skipUnchanged: false },
        ...{ attachPdf: false, memberIds: self ? [self.id] : [] },
        filters: choiceText(query),
      },
  );
  const [timed, setTimed] = useState(choices.schedule ?? MONDAY);
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<Choices>) => setChoices({ ...choices, ...part });
  const changeTimed = (part: Partial<typeof timed>) => {
    const next = { ...timed, ...part };
    setTimed(next);
    change({ schedule: next });
  };
  const days = useDayChoices(timed.days);
  const hasFault = choices.memberIds.length === 0 || choices.schedule?.time === '';
  const save = useMutation({
    mutationFn: () =>
      subscription
        ? changeSubscription(address, subscription, choices)
        : createSubscription(address, choices),
    onSuccess: () => {
      const done = hasMail ? 'subscribe.subscribed' : 'subscribe.subscribed_for_later';
      toast.success(t(subscription ? 'subscribe.saved' : done));
      onSaved();
    },
    onSettled: () =>
      client.invalidateQueries({ queryKey: ['reports', address.organizationId, 'subscriptions'] }),
  });
  const test = useMutation({
    mutationFn: () => sendTestMail(address, choices),
    onSuccess: () => toast.success(t('subscribe.test_sent', { email })),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!hasFault) save.mutate();
      }}
    >
      <RecipientFields
        members={members}
        selfId={self?.id}
        canChooseOthers={canEdit}
        value={choices.memberIds}
        error={isTried && choices.memberIds.length === 0 ? t('subscribe.nobody') : undefined}
        onChange={(memberIds) => change({ memberIds })}
      />
      <Options
        label={t('subscribe.when')}
        name="when"
        value={choices.schedule ? 'schedule' : 'sync'}
        options={[
          {
            value: 'schedule',
            label: t('subscribe.on_schedule'),
            more: (
              <Times>
                <Select
                  label={t('subscribe.every')}
                  value={days.value}
                  options={days.choices}
                  onChange={(event) => changeTimed({ days: days.daysOf(event.target.value) })}
                />
                <TimeInput
                  label={t('subscribe.at')}
                  value={timed.time}
                  error={isTried && timed.time === '' ? t('subscribe.time_wrong') : undefined}
                  onChange={(time) => changeTimed({ time })}
                />
                <Text tone="muted" size={12}>
                  {t('subscribe.zone', { zone: choices.zone })}
                </Text>
              </Times>
            ),
          },
          { value: 'sync', label: t('subscribe.after_sync'), note: t('subscribe.once_a_day') },
        ]}
        onChange={(value) => change({ schedule: value === 'sync' ? null : timed })}
      />
      <Checkbox
        label={t('subscribe.only_fresh')}
        hint={t('subscribe.only_fresh_hint', { hours: DELIVERY_WAIT_HOURS })}
        checked={choices.onlyFresh}
        onChange={() => change({ onlyFresh: !choices.onlyFresh })}
      />
      <Checkbox
        label={t('subscribe.skip_empty')}
        checked={choices.skipEmpty}
        onChange={() => change({ skipEmpty: !choices.skipEmpty })}
      />
      {choices.schedule && (
        <Checkbox
          label={t('subscribe.skip_unchanged')}
          checked={choices.skipUnchanged}
          onChange={() => change({ skipUnchanged: !choices.skipUnchanged })}
        />
      )}
      <Checkbox
        label={t('subscribe.attach_pdf')}
        checked={choices.attachPdf}
        onChange={() => change({ attachPdf: !choices.attachPdf })}
      />
      {hasFilters && (
        <Text tone="muted" size={13}>
          {t(subscription ? 'subscribe.filters_kept' : 'subscribe.filters_now')}
        </Text>
      )}
      {save.error && (
        <Text role="alert" size={13} tone="bad">
          {errorText(save.error)}
        </Text>
      )}
      <Foot>
        <Button
          variant="ghost"
          busy={test.isPending}
          disabledReason={hasMail ? undefined : t('subscribe.mail_off')}
          onClick={() => test.mutate()}
        >
          {t('subscribe.test')}
        </Button>
        <span />
        <Button variant="ghost" onClick={onCancel}>
          {t('subscribe.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t(subscription ? 'subscribe.save' : 'subscribe.submit')}
        </Button>
      </Foot>
    </Form>
  );
}

function choicesOf(subscription: Subscription | undefined): Choices | undefined {
  if (!subscription) return undefined;
  const { schedule, zone, filters, onlyFresh, skipEmpty, skipUnchanged, attachPdf, memberIds } = subscription;
  return { schedule, zone, filters, onlyFresh, skipEmpty, skipUnchanged, attachPdf, memberIds };
}

const Form = styled('form')({ display: 'grid', gap: 16 });
const Times = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
  gap: 12,
  '& > :last-child': { gridColumn: '1 / -1' },
});
const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > span': { flex: 1 },
  '& > :first-child': { marginLeft: -12 },
});
