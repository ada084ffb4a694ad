import { QUIET_DAYS } from '@headwater/shared/contract';
import { Stack, styled } from '@headwater/shared/ui';
import { RadioGroup, Select, Switch, TimeInput } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import { USUAL_QUIET_HOURS } from './draft.ts';
import type { FieldsProps } from './fields-props.ts';

/** When no runs start, and what becomes of those that would. */
export function QuietHours({ draft: { quietHours: quiet }, onChange, errorOf }: FieldsProps) {
  const t = messages.use();
  const set = (change: object) => onChange({ quietHours: { ...USUAL_QUIET_HOURS, ...quiet, ...change } });
  return (
    <Stack>
      <h2>{t('quiet.title')}</h2>
      <Stack gap={3}>
        <Switch
          label={t('quiet.on')}
          checked={quiet !== null}
          onChange={(event) => (event.target.checked ? set({}) : onChange({ quietHours: null }))}
        />
        {quiet && (
          <>
            <ThreeFields>
              <TimeInput
                label={t('quiet.from')}
                value={quiet.from}
                error={quiet.from === '' ? t('schedule.time_needed') : errorOf('quietHours/from')}
                onChange={(from) => set({ from })}
              />
              <TimeInput
                label={t('quiet.to')}
                value={quiet.to}
                error={quiet.to === '' ? t('schedule.time_needed') : errorOf('quietHours/to')}
                onChange={(to) => set({ to })}
              />
              <Select
                label={t('quiet.days')}
                value={quiet.days}
                options={QUIET_DAYS.map((days) => ({ value: days, label: t(`quiet.days.${days}`) }))}
                onChange={(event) => set({ days: event.target.value })}
              />
            </ThreeFields>
            <Inside>
              <RadioGroup
                legend={t('quiet.inside')}
                name="inside"
                value={quiet.inside}
                options={[
                  { value: 'skip', label: t('quiet.skip') },
                  { value: 'delay', label: t('quiet.delay') },
                ]}
                onChange={(inside) => set({ inside })}
              />
            </Inside>
          </>
        )}
      </Stack>
    </Stack>
  );
}

const ThreeFields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.3fr)',
  gap: 12,
  alignItems: 'start',
  '@media (max-width: 600px)': {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    '& > :last-child': { gridColumn: '1 / -1' },
  },
});

const Inside = styled('div')({
  '& > fieldset': { display: 'flex', flexWrap: 'wrap', gap: '4px 16px' },
  '& legend': { float: 'left', width: '100%' },
});
