import { WEEK_STARTS } from '@headwater/shared/contract';
import { clockIn, readable, timeZones, useErrorText, useLanguage } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { Banner, Button, styled, toast } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { Select } from '@headwater/shared/ui/inputs';
import { useMemo, useState } from 'react';
import { messages } from '../../messages.ts';
import { changeSettings, type Organization } from '../workspace.queries.ts';
import { currencies, currencyName } from './currencies.ts';

/** Stands for null, which is no value of an option. */
const NONE = '';

/** Chooses the workspace's calendar and currency. They apply to everyone from the moment they are saved. */
export function TimeAndMoneyForm({ workspace }: { workspace: Organization }) {
  const t = messages.use();
  const errorText = useErrorText();
  const language = useLanguage();
  const [change, setChange] = useState<Partial<Organization>>({});
  const { timeZone, currency, weekStart } = { ...workspace, ...change };
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: readable(zone) })), []);
  const monies = useMemo(
    () => currencies().map((code) => ({ value: code, label: currencyName(code, language) })),
    [language],
  );
  const isChanged =
    timeZone !== workspace.timeZone || currency !== workspace.currency || weekStart !== workspace.weekStart;
  const save = useMutation({
    mutationFn: () => changeSettings(workspace.id, { timeZone, currency, weekStart }),
    onSuccess: () => toast.success(t('calendar.saved')),
  });
  return (
    <Fields
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.isError && <Banner tone="bad">{errorText(save.error)}</Banner>}
      <Combobox
        label={t('calendar.time_zone')}
        hint={
          timeZone === null
            ? t('calendar.own_zone_hint')
            : t('calendar.clock', { clock: clockIn(timeZone, language, new Date()) })
        }
        value={timeZone ?? NONE}
        options={[{ value: NONE, label: t('calendar.own_zone') }, ...zones]}
        onChange={(zone) => setChange({ ...change, timeZone: zone === NONE ? null : zone })}
      />
      <Pair>
        <Combobox
          label={t('calendar.currency')}
          hint={t('calendar.currency_hint')}
          value={currency ?? NONE}
          options={[{ value: NONE, label: t('calendar.no_currency') }, ...monies]}
          onChange={(code) => setChange({ ...change, currency: code === NONE ? null : code })}
        />
        <Select
          label={t('calendar.week_start')}
          value={weekStart}
          options={WEEK_STARTS.map((day) => ({ value: day, label: t(`calendar.${day}`) }))}
          onChange={({ target }) =>
            setChange({ ...change, weekStart: WEEK_STARTS.find((day) => day === target.value)! })
          }
        />
      </Pair>
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabledReason={isChanged ? undefined : t('calendar.unchanged')}
        >
          {t('calendar.save')}
        </Button>
      </div>
    </Fields>
  );
}

const Fields = styled('form')({ display: 'grid', gap: 16 });
const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  alignItems: 'start',
  gap: 16,
  '@media (max-width: 480px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
