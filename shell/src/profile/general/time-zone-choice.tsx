import { useMemo, useState } from 'react';
import {
  clockIn,
  ownTimeZone,
  readable,
  setTimeZone,
  timeZones,
  useLanguage,
} from '@headwater/shared/messages';
import { useWorkspaceSettings } from '@headwater/shared/session';
import { Combobox } from '@headwater/shared/ui/combobox';
import { useSaveChoice } from '../use-save-choice.ts';
import { messages } from '../messages.ts';

/** The workspace's time zone, or else the browser's, for a profile without one. */
const OWN = '';

/** Applied immediately: every date on the page below is shown in it. */
export function TimeZoneChoice({ saved }: { saved: string | null }) {
  const t = messages.use();
  const language = useLanguage();
  const save = useSaveChoice();
  const [timeZone, setChosen] = useState(saved);
  const { timeZone: shared } = useWorkspaceSettings();
  const own = shared ?? ownTimeZone();
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: readable(zone) })), []);
  const choose = (value: string) => {
    const chosen = value === OWN ? null : value;
    setChosen(chosen);
    setTimeZone(chosen);
    save({ timeZone: chosen });
  };
  return (
    <Combobox
      label={t('general.time_zone')}
      hint={t('general.time_zone_now', { clock: clockIn(timeZone ?? own, language, new Date()) })}
      value={timeZone ?? OWN}
      options={[
        {
          value: OWN,
          label: t(shared ? 'general.time_zone_shared' : 'general.time_zone_own', { zone: readable(own) }),
        },
        ...zones,
      ]}
      onChange={choose}
    />
  );
}
