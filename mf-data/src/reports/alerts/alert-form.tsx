import {
  ALERT_QUIET_HOURS_MAX,
  ALERT_TIMES_MAX,
  choiceText,
  type AlertRule,
  type ComputedCard,
} from '@headwater/shared/contract';
import { localeOf, readNumber, typeable, useErrorText, useLanguage } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { useSignInOptions } from '@headwater/shared/session';
import { Button, styled, Text, toast } from '@headwater/shared/ui';
import { Select, TextInput, useTypedFault } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { changeAlert, createAlert, type Alert, type ReportAddress } from './alert.queries.ts';

interface AlertFormProps {
  address: ReportAddress;
  /** Absent for a new one. */
  alert: Alert | undefined;
  /** Those that can be watched. */
  cards: readonly ComputedCard[];
  onSaved(): void;
  onCancel(): void;
}

/** Reads a number as it's typed in a language, or returns null for what isn't one. */
const numberOf = (text: string, locale: string) => {
  const read = readNumber(text, locale);
  const value = read && 'number' in read ? Number(read.number) : null;
  return value === null || Math.abs(value) > 1e15 ? null : value;
};
const wholeOf = (text: string, least: number, most: number) => {
  const value = numberOf(text, 'en');
  return value !== null && Number.isInteger(value) && value >= least && value <= most ? value : null;
};

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
  const [operator, setOperator] = useState<AlertRule['operator']>(alert?.rule.operator ?? 'below');
  const [value, setValue] = useState(alert ? typeable(alert.rule.value, locale) : '');
  const [times, setTimes] = useState(String(alert?.rule.times ?? 1));
  const [clear, setClear] = useState(alert?.rule.clear == null ? '' : typeable(alert.rule.clear, locale));
  const [quiet, setQuiet] = useState(String(alert?.rule.quietHours ?? 0));
  const [isTried, setTried] = useState(false);
  const rule = { value: numberOf(value, locale), times: wholeOf(times, 1, ALERT_TIMES_MAX) };
  const back = clear.trim() === '' ? null : numberOf(clear, locale);
  const quietHours = wholeOf(quiet, 0, ALERT_QUIET_HOURS_MAX);
  const isBackWrong =
    (clear.trim() !== '' && back === null) ||
    (back !== null && rule.value !== null && (operator === 'above' ? back > rule.value : back < rule.value));
  const save = useMutation({
    mutationFn: () => {
      const whole = {
        operator,
        value: rule.value!,
        times: rule.times!,
        clear: back,
        quietHours: quietHours!,
      };
      if (alert) return changeAlert(address, alert, { rule: whole });
      const chosen = { cardId: card.id, measure: watched, rule: whole, filters: choiceText(query) };
      return createAlert(address, chosen);
    },
    onSuccess: () => {
      toast.success(t(alert ? 'alerts.saved' : 'alerts.created'));
      onSaved();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['reports', address.organizationId, 'alerts'] }),
  });
  const hasFault = rule.value === null || rule.times === null || quietHours === null || isBackWrong;
  const faultOf = useTypedFault();
  const unclear = (text: string) => faultOf(readNumber(text, locale));
  const fault = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined);
  const isOverTime = card.query.breakouts.length > 0;
  const chosen = card.query.measures.find(({ as }) => as === watched);
  const isShare = chosen !== undefined && 'percent' in chosen && chosen.percent === true;
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!hasFault) save.mutate();
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
      <Pair>
        <Select
          label={t('alerts.when')}
          value={operator}
          options={(['below', 'above'] as const).map((one) => ({
            value: one,
            label: t(`alerts.operator.${one}`),
          }))}
          onChange={(event) => setOperator(event.target.value as AlertRule['operator'])}
        />
        <TextInput
          label={t('alerts.value')}
          hint={isShare ? t('alerts.percent') : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          error={unclear(value) ?? fault(rule.value === null, t('alerts.value_wrong'))}
          onChange={(event) => setValue(event.target.value)}
        />
      </Pair>
      <Text tone="muted" size={13}>
        {t(isOverTime ? 'alerts.over_time' : 'alerts.one_number')}
      </Text>
      <Pair>
        <TextInput
          label={t('alerts.times')}
          inputMode="numeric"
          autoComplete="off"
          value={times}
          error={fault(rule.times === null, t('alerts.whole_wrong', { least: 1, most: ALERT_TIMES_MAX }))}
          onChange={(event) => setTimes(event.target.value)}
        />
        <TextInput
          label={t('alerts.clear')}
          labelEnd={t('share.optional')}
          inputMode="decimal"
          autoComplete="off"
          value={clear}
          error={unclear(clear) ?? fault(isBackWrong, t(`alerts.clear_wrong.${operator}`))}
          onChange={(event) => setClear(event.target.value)}
        />
      </Pair>
      <TextInput
        label={t('alerts.quiet')}
        hint={t('alerts.quiet_hint')}
        inputMode="numeric"
        autoComplete="off"
        value={quiet}
        error={fault(quietHours === null, t('alerts.whole_wrong', { least: 0, most: ALERT_QUIET_HOURS_MAX }))}
        onChange={(event) => setQuiet(event.target.value)}
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
const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  gap: 12,
  alignItems: 'start',
});
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 });
