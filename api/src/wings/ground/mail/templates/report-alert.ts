import { ownValue } from '@headwater/shared/contract';
import type { Letter, Letters } from '../letter.ts';
import type { MailContent } from '../mail.ts';

type Content = Extract<MailContent, { template: 'report_alert' }>;

const REASONS_EN: Record<string, string> = {
  stale: 'its data is older than it should be',
  empty: 'there is no value for the last complete period',
  failed: 'it couldn’t be computed',
  card_gone: 'its card is gone from the report',
  table_gone: 'its table is gone',
};
const REASONS_DE: Record<string, string> = {
  stale: 'die Daten älter sind als vorgesehen',
  empty: 'es für den letzten vollständigen Zeitraum keinen Wert gibt',
  failed: 'der Wert nicht berechnet werden konnte',
  card_gone: 'die Karte nicht mehr im Bericht ist',
  table_gone: 'es die Tabelle nicht mehr gibt',
};

const english = ({ state, name, value, operator, limit, reason }: Content): Letter => {
  const line = `${operator} ${limit}`;
  if (state === 'triggered')
    return {
      subject: 'An alert was triggered',
      paragraphs: [`“${name}” is ${value}. The alert waits for values ${line}.`],
    };
  if (state === 'ok')
    return {
      subject: 'An alert is OK again',
      paragraphs: [`“${name}” is ${value}. It isn’t ${line} anymore.`],
    };
  return {
    subject: 'An alert has no known value',
    paragraphs: [
      `Whether “${name}” is ${line} isn’t known, because ${ownValue(REASONS_EN, reason) ?? reason}.`,
    ],
  };
};

const german = ({ state, name, value, operator, limit, reason }: Content): Letter => {
  const line = `${operator === 'above' ? 'über' : 'unter'} ${limit}`;
  if (state === 'triggered')
    return {
      subject: 'Ein Alarm wurde ausgelöst',
      paragraphs: [`„${name}“ liegt bei ${value}. Der Alarm wird bei Werten ${line} ausgelöst.`],
    };
  if (state === 'ok')
    return {
      subject: 'Ein Alarm ist beendet',
      paragraphs: [`„${name}“ liegt bei ${value} und damit nicht mehr ${line}.`],
    };
  return {
    subject: 'Ein Alarm hat keinen bekannten Wert',
    paragraphs: [
      `Ob „${name}“ ${line} liegt, ist nicht bekannt, weil ${ownValue(REASONS_DE, reason) ?? reason}.`,
    ],
  };
};

export const reportAlert: Letters<'report_alert'> = {
  en: (content) => ({
    ...english(content),
    actions: [{ label: 'Open the report’s alerts', link: content.link }],
    notes: ['You receive this email because the alert is yours. Pause or delete it in the report.'],
  }),
  de: (content) => ({
    ...german(content),
    actions: [{ label: 'Alarme des Berichts öffnen', link: content.link }],
    notes: [
      'Sie erhalten diese E-Mail, weil der Alarm Ihnen gehört. Pausieren oder löschen Sie ihn im Bericht.',
    ],
  }),
};
