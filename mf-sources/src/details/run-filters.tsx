import { RUN_TRIGGERS, type RunState } from '@headwater/shared/contract';
import { CompactSelect, Row } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { RunFilter } from '../sync-run.queries.ts';

/** `pending` and `canceling` last for moments. */
const STATES: readonly RunState[] = [
  'running',
  'queued',
  'succeeded',
  'partially_succeeded',
  'incomplete',
  'failed',
  'canceled',
];

interface RunFiltersProps {
  filter: RunFilter;
  onChange(part: Partial<RunFilter>): void;
}

/** Which runs a list shows, by their state and by what started them. */
export function RunFilters({ filter, onChange }: RunFiltersProps) {
  const t = messages.use();
  const triggerText = (trigger: (typeof RUN_TRIGGERS)[number]) =>
    t(trigger === 'manual' ? 'runs.by.manual' : `runs.trigger.${trigger}`);
  return (
    <Row>
      <CompactSelect
        label={t('runs.filter_state')}
        value={filter.state ?? ''}
        options={[
          { value: '', label: t('runs.all_states') },
          ...STATES.map((state) => ({ value: state, label: t(`run.state.${state}`) })),
        ]}
        onChange={(value) => onChange({ state: STATES.find((state) => state === value) ?? null })}
      />
      <CompactSelect
        label={t('runs.filter_trigger')}
        value={filter.trigger ?? ''}
        options={[
          { value: '', label: t('runs.all_triggers') },
          ...RUN_TRIGGERS.map((trigger) => ({ value: trigger, label: triggerText(trigger) })),
        ]}
        onChange={(value) => onChange({ trigger: RUN_TRIGGERS.find((trigger) => trigger === value) ?? null })}
      />
    </Row>
  );
}
