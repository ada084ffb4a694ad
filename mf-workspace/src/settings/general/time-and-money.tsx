import { useRefusal } from '@headwater/shared/session';
import { may } from '@headwater/shared/contract';
import { clockIn, readable, useLanguage } from '@headwater/shared/messages';
import { Facts } from '../facts.ts';
import { Note } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { SettingRow } from '../setting-row.tsx';
import type { Organization } from '../workspace.queries.ts';
import { currencyName } from './currencies.ts';
import { TimeAndMoneyForm } from './time-and-money.form.tsx';

/** Which days, weeks, and currency reports follow. Admins change them, and everyone sees them. */
export function TimeAndMoney({ workspace }: { workspace: Organization }) {
  const t = messages.use();
  const refusal = useRefusal();
  const language = useLanguage();
  const { role, timeZone, currency, weekStart } = workspace;
  const about = t('calendar.about');
  if (may(role, 'workspace:edit'))
    return (
      <SettingRow title={t('calendar.title')} about={about}>
        <TimeAndMoneyForm
          // Starts over with what another admin has saved meanwhile.
          key={`${timeZone} ${currency} ${weekStart}`}
          workspace={workspace}
        />
      </SettingRow>
    );
  return (
    <SettingRow title={t('calendar.title')} about={about}>
      <Facts>
        <dt>{t('calendar.time_zone')}</dt>
        <dd>
          {timeZone === null
            ? t('calendar.own_zone')
            : t('calendar.zone_now', {
                zone: readable(timeZone),
                clock: clockIn(timeZone, language, new Date()),
              })}
        </dd>
        <dt>{t('calendar.currency')}</dt>
        <dd>{currency === null ? t('calendar.no_currency') : currencyName(currency, language)}</dd>
        <dt>{t('calendar.week_start')}</dt>
        <dd>{t(`calendar.${weekStart}`)}</dd>
      </Facts>
      <Note>{refusal(t('calendar.admins_only'))}</Note>
    </SettingRow>
  );
}
