import { ALERT_QUIET_HOURS_MAX, ALERT_TIMES_MAX, type AlertRule } from '@headwater/shared/contract';
import { localeOf, readNumber, useLanguage } from '@headwater/shared/messages';
import { styled, Text } from '@headwater/shared/ui';
import { Select, TextInput, useTypedFault } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import type { readRule, RuleText } from './rule-text.ts';

type Wrong = ReturnType<typeof readRule>['wrong'];

interface RuleFieldsProps {
  text: RuleText;
  wrong: Wrong;
  /** Whether saving was tried, so that what is wrong is said. */
  isTried: boolean;
  /** Whether a percentage is watched. */
  isShare: boolean;
  /** Whether it's the last of several periods that is watched. */
  isOverTime: boolean;
  onChange(part: Partial<RuleText>): void;
}

/** From which value on an alert counts, how often, and when it's over. */
export function RuleFields({ text, wrong, isTried, isShare, isOverTime, onChange }: RuleFieldsProps) {
  const t = messages.use();
  const locale = localeOf(useLanguage());
  const faultOf = useTypedFault();
  const unclear = (typed: string) => faultOf(readNumber(typed, locale));
  const fault = (field: keyof Wrong, said: string) => (isTried && wrong[field] ? said : undefined);
  return (
    <>
      <Pair>
        <Select
          label={t('alerts.when')}
          value={text.operator}
          options={(['below', 'above'] as const).map((one) => ({
            value: one,
            label: t(`alerts.operator.${one}`),
          }))}
          onChange={(event) => onChange({ operator: event.target.value as AlertRule['operator'] })}
        />
        <TextInput
          label={t('alerts.value')}
          hint={isShare ? t('alerts.percent') : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={text.value}
          error={unclear(text.value) ?? fault('value', t('alerts.value_wrong'))}
          onChange={(event) => onChange({ value: event.target.value })}
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
          value={text.times}
          error={fault('times', t('alerts.whole_wrong', { least: 1, most: ALERT_TIMES_MAX }))}
          onChange={(event) => onChange({ times: event.target.value })}
        />
        <TextInput
          label={t('alerts.clear')}
          labelEnd={t('share.optional')}
          inputMode="decimal"
          autoComplete="off"
          value={text.clear}
          error={unclear(text.clear) ?? fault('clear', t(`alerts.clear_wrong.${text.operator}`))}
          onChange={(event) => onChange({ clear: event.target.value })}
        />
      </Pair>
      <TextInput
        label={t('alerts.quiet')}
        hint={t('alerts.quiet_hint')}
        inputMode="numeric"
        autoComplete="off"
        value={text.quiet}
        error={fault('quiet', t('alerts.whole_wrong', { least: 0, most: ALERT_QUIET_HOURS_MAX }))}
        onChange={(event) => onChange({ quiet: event.target.value })}
      />
    </>
  );
}

const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  gap: 12,
  alignItems: 'start',
});
