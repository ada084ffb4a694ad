import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import type { FieldsProps } from './fields-props.ts';
import { TwoFields } from './interval-fields.tsx';
import { useSpan } from './span.ts';

const TARGETS = [30, 60, 120, 240, 480, 720, 1_440, 2_880, 10_080];

/** What happens if a run is still active, and how old data may get. */
export function OverlapAndTarget({ draft, onChange }: FieldsProps) {
  const t = messages.use();
  const span = useSpan();
  const { overlap, freshnessTargetMinutes: target } = draft;
  const targets = target === null || TARGETS.includes(target) ? TARGETS : [target, ...TARGETS];
  return (
    <TwoFields>
      <Select
        label={t('schedule.overlap')}
        hint={t('schedule.overlap_hint')}
        value={overlap}
        options={[
          { value: 'skip', label: t('schedule.overlap_skip') },
          { value: 'queue', label: t('schedule.overlap_queue') },
        ]}
        onChange={(event) => onChange({ overlap: event.target.value === 'queue' ? 'queue' : 'skip' })}
      />
      <Select
        label={t('schedule.target')}
        hint={t('schedule.target_hint')}
        value={String(target ?? '')}
        options={[
          ...targets.map((minutes) => ({ value: String(minutes), label: span(minutes, 1_440) })),
          { value: '', label: t('schedule.target_none') },
        ]}
        onChange={(event) => onChange({ freshnessTargetMinutes: Number(event.target.value) || null })}
      />
    </TwoFields>
  );
}
