import { SCHEDULE_KINDS } from '@headwater/shared/contract';
import { Options } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import { AfterFields } from './after-fields.tsx';
import { CronFields } from './cron-fields.tsx';
import type { Draft } from './draft.ts';
import type { FieldsProps } from './fields-props.ts';
import { IntervalFields } from './interval-fields.tsx';
import { TimesFields } from './times-fields.tsx';

const FIELDS = {
  interval: IntervalFields,
  times: TimesFields,
  cron: CronFields,
  after: AfterFields,
} as const;

/** The kinds of schedules, of which the chosen one shows its settings. */
export function KindOptions(props: FieldsProps) {
  const t = messages.use();
  const { draft, onChange } = props;
  return (
    <Options<Draft['kind']>
      label={t('schedule.kinds')}
      name="kind"
      value={draft.kind}
      onChange={(kind) => onChange({ kind })}
      options={SCHEDULE_KINDS.map((kind) => {
        const Fields = kind === 'manual' ? null : FIELDS[kind];
        return {
          value: kind,
          label: t(`schedule.kind.${kind}`),
          note: kind === 'manual' ? t('schedule.kind.manual_note') : undefined,
          more: Fields && <Fields {...props} />,
        };
      })}
    />
  );
}
