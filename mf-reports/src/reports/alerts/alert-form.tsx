import { choiceText, type AlertRule, type ComputedCard } from '@headwater/shared/contract';
import { localeOf, useErrorText, useLanguage } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { useSignInOptions } from '@headwater/shared/session';
import { Button, styled, Text, toast } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { alertsOf, changeAlert, createAlert, type Alert, type ReportAddress } from './alert.queries.ts';
import { readRule, ruleTextOf } from './rule-text.ts';
import { RuleFields } from './rule-fields.tsx';

interface AlertFormProps {
  address: ReportAddress;
  /** Absent for a new one. */
  alert: Alert | undefined;
  /** Those that can be watched. */
  cards: readonly ComputedCard[];
  onSaved(): void;
  onCancel(): void;
}

/** What is watched, and when it counts. */
export function AlertForm({ address, alert, cards, onSaved, onCancel }: AlertFormProps) {
  const t = messages.use();
  const { mail: hasMail } = useSignInOptions();
  const errorText = useErrorText();
  const locale = localeOf(useLanguage());
  const client = useQueryClient();
  const [query] = useSearchParams();
  const [cardId, setCard] = useState(alert?.cardId ?? cards[0]!.id);
  const card = cards.find(({ id }) => id === cardId) ?? cards[0]!;
  const measures = card.query.measures.map(({ as }) => as);
  const [measure, setMeasure] = useState(alert?.measure ?? measures[0]!);
  const watched = measures.includes(measure) ? measure : measures[0]!;
  const [text, setText] = useState(() => ruleTextOf(alert?.rule, locale));
  const [isTried, setTried] = useState(false);
  const { rule, wrong } = readRule(text, locale);
  const save = useMutation({
    mutationFn: (wanted: AlertRule) => {
      if (alert) return changeAlert(address, alert, { rule: wanted });
      const chosen = { cardId: card.id, measure: watched, rule: wanted, filters: choiceText(query) };
      return createAlert(address, chosen);
    },
    onSuccess: () => {
      toast.success(t(alert ? 'alerts.saved' : 'alerts.created'));
      onSaved();
    },
    onSettled: () => client.invalidateQueries({ queryKey: alertsOf(address.organizationId) }),
  });
  const chosen = card.query.measures.find(({ as }) => as === watched);
  const isShare = chosen !== undefined && 'percent' in chosen && chosen.percent === true;
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (rule) save.mutate(rule);
      }}
    >
      {!alert && (
        <Select
          label={t('alerts.card')}
          value={card.id}
          options={cards.map(({ id, title, query: { measures: all } }) => ({
            value: id,
            label: title || all[0]!.as,
          }))}
          onChange={(event) => setCard(event.target.value)}
        />
      )}
      {!alert && measures.length > 1 && (
        <Select
          label={t('alerts.measure')}
          value={watched}
          options={measures.map((as) => ({ value: as, label: as }))}
          onChange={(event) => setMeasure(event.target.value)}
        />
      )}
      <RuleFields
        {...{ text, wrong, isTried, isShare }}
        isOverTime={card.query.breakouts.length > 0}
        onChange={(part) => setText({ ...text, ...part })}
      />
      <Text tone="muted" size={13}>
        {t(hasMail ? 'alerts.told' : 'alerts.told_without_mail')}
      </Text>
      {save.error && (
        <Text role="alert" size={13} tone="bad">
          {errorText(save.error)}
        </Text>
      )}
      <Foot>
        <Button variant="ghost" onClick={onCancel}>
          {t('subscribe.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t(alert ? 'subscribe.save' : 'alerts.submit')}
        </Button>
      </Foot>
    </Form>
  );
}

const Form = styled('form')({ display: 'grid', gap: 16 });
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 });
