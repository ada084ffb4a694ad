import { choiceText } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { useCalendar, useMay, useSignedIn } from '@headwater/shared/session';
import { Button, QueryBoundary, Skeleton, styled, Text, toast } from '@headwater/shared/ui';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { membersQuery, type Member } from '@headwater/shared/figures';
import { DeliveryConditions } from './delivery-conditions.tsx';
import { DeliveryTime, MONDAY } from './delivery-time.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import {
  subscriptionsOf,
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

type FieldsProps = SubscriptionFormProps & { members: readonly Member[] };

function Fields({ members, ...props }: FieldsProps) {
  const { subscription, hasFilters, hasMail, onCancel } = props;
  const t = messages.use();
  const errorText = useErrorText();
  const { zone } = useCalendar();
  const { email } = useSignedIn();
  const canEdit = useMay('data:edit');
  const [query] = useSearchParams();
  const self = members.find((one) => one.email === email);
  const [choices, setChoices] = useState<Choices>(
    () =>
      choicesOf(subscription) ??
      newChoices({ zone, memberIds: self ? [self.id] : [], filters: choiceText(query) }),
  );
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<Choices>) => setChoices({ ...choices, ...part });
  const hasFault = choices.memberIds.length === 0 || choices.schedule?.time === '';
  const { save, test } = useSubscriptionWork({ ...props, choices });
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
      <DeliveryTime
        schedule={choices.schedule}
        zone={choices.zone}
        isTried={isTried}
        onChange={(schedule) => change({ schedule })}
      />
      <DeliveryConditions choices={choices} onChange={change} />
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

interface WorkOptions extends SubscriptionFormProps {
  choices: Choices;
}

/** Returns what sends the choices: to be kept, or as a test mail. */
function useSubscriptionWork({ address, subscription, choices, hasMail, onSaved }: WorkOptions) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { email } = useSignedIn();
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
    onSettled: () => client.invalidateQueries({ queryKey: subscriptionsOf(address.organizationId) }),
  });
  const test = useMutation({
    mutationFn: () => sendTestMail(address, choices),
    onSuccess: () => toast.success(t('subscribe.test_sent', { email })),
    onError: (error) => toast.error(errorText(error)),
  });
  return { save, test };
}

type NewDefaults = Pick<Choices, 'zone' | 'filters' | 'memberIds'>;

const newChoices = (defaults: NewDefaults): Choices => ({
  ...defaults,
  schedule: MONDAY,
  onlyFresh: true,
  skipEmpty: true,
  skipUnchanged: false,
  attachPdf: false,
});

function choicesOf(subscription: Subscription | undefined): Choices | undefined {
  if (!subscription) return undefined;
  const { schedule, zone, filters, onlyFresh, skipEmpty, skipUnchanged, attachPdf, memberIds } = subscription;
  return { schedule, zone, filters, onlyFresh, skipEmpty, skipUnchanged, attachPdf, memberIds };
}

const Form = styled('form')({ display: 'grid', gap: 16 });
const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > span': { flex: 1 },
  '& > :first-child': { marginLeft: -12 },
});
