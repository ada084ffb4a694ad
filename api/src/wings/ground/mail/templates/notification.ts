import type { NotificationTrigger } from '@headwater/shared/contract';
import type { Letter, Letters } from '../letter.ts';
import type { MailContent } from '../mail.ts';
import { momentIn } from '../moment.ts';

type Content = Extract<MailContent, { template: 'notification' }>;
type Words = Omit<Letter, 'actions' | 'notes'> & { readonly action: string };

const english: Record<NotificationTrigger, (content: Content) => Words> = {
  sync_failed: ({ subject, workspace }) => ({
    subject: 'A sync has failed',
    paragraphs: [
      `The sync of “${subject}” in the workspace ${workspace} has failed. Its run says what happened and what to do next.`,
    ],
    action: 'Open the run',
  }),
  sync_keeps_failing: ({ subject, workspace, count }) => ({
    subject: 'A sync keeps failing',
    paragraphs: [
      `The sync of “${subject}” in the workspace ${workspace} has failed ${count} times in a row. Its run says what happened and what to do next.`,
    ],
    action: 'Open the run',
  }),
  sync_recovered: ({ subject, workspace }) => ({
    subject: 'A sync works again',
    paragraphs: [`The sync of “${subject}” in the workspace ${workspace} has succeeded again.`],
    action: 'Open the run',
  }),
  auto_paused: ({ subject, workspace, count }) => ({
    subject: 'A connection has been paused',
    paragraphs: [
      `“${subject}” in the workspace ${workspace} has been paused, because its sync has failed ${count} times in a row. Nothing is read from it until someone resumes it.`,
    ],
    action: 'Open the connection',
  }),
  breaking_change: ({ subject, workspace, count, tables }) => ({
    subject: 'A source has changed',
    paragraphs: [
      `The source of “${subject}” in the workspace ${workspace} has changed where something depends on it (changes: ${count}, tables: ${tables}). Someone has to decide what happens.`,
    ],
    action: 'Open the connection',
  }),
  late: ({ subject, workspace, time, zone }) => ({
    subject: 'Data is later than it should be',
    paragraphs: [
      `The data of “${subject}” in the workspace ${workspace} has been older than its freshness target since ${momentIn('en', zone, time)}.`,
    ],
    action: 'Open the connection',
  }),
  token_expiring: ({ subject, workspace, time, zone }) => ({
    subject: 'A token is about to expire',
    paragraphs: [
      `The last valid token of the service account “${subject}” in the workspace ${workspace} expires on ${momentIn('en', zone, time)}. Programs that use it can’t read anything after that. Replace it before.`,
    ],
    action: 'Open the service account',
  }),
  alert_triggered: ({ subject, workspace, count }) => ({
    subject: 'Alert of a report was triggered',
    paragraphs: [`“${subject}” in the workspace ${workspace} is ${count}, which an alert waits for.`],
    action: 'Open the alerts',
  }),
  alert_ok: ({ subject, workspace, count }) => ({
    subject: 'Alert of a report is OK again',
    paragraphs: [`“${subject}” in the workspace ${workspace} is ${count}, and the alert is over.`],
    action: 'Open the alerts',
  }),
  alert_unknown: ({ subject, workspace }) => ({
    subject: 'Alert of a report has no known value',
    paragraphs: [
      `An alert watches “${subject}” in the workspace ${workspace}, but its value isn’t known now. The report says why.`,
    ],
    action: 'Open the alerts',
  }),
};

const german: Record<NotificationTrigger, (content: Content) => Words> = {
  sync_failed: ({ subject, workspace }) => ({
    subject: 'Eine Synchronisierung ist fehlgeschlagen',
    paragraphs: [
      `Die Synchronisierung von „${subject}“ im Arbeitsbereich ${workspace} ist fehlgeschlagen. Was passiert ist und was zu tun ist, steht beim Lauf.`,
    ],
    action: 'Lauf öffnen',
  }),
  sync_keeps_failing: ({ subject, workspace, count }) => ({
    subject: 'Eine Synchronisierung schlägt immer wieder fehl',
    paragraphs: [
      `Die Synchronisierung von „${subject}“ im Arbeitsbereich ${workspace} ist ${count}-mal in Folge fehlgeschlagen. Was passiert ist und was zu tun ist, steht beim Lauf.`,
    ],
    action: 'Lauf öffnen',
  }),
  sync_recovered: ({ subject, workspace }) => ({
    subject: 'Eine Synchronisierung funktioniert wieder',
    paragraphs: [
      `Die Synchronisierung von „${subject}“ im Arbeitsbereich ${workspace} war wieder erfolgreich.`,
    ],
    action: 'Lauf öffnen',
  }),
  auto_paused: ({ subject, workspace, count }) => ({
    subject: 'Eine Verbindung wurde pausiert',
    paragraphs: [
      `„${subject}“ im Arbeitsbereich ${workspace} wurde pausiert, weil die Synchronisierung ${count}-mal in Folge fehlgeschlagen ist. Es wird nichts mehr gelesen, bis jemand die Verbindung fortsetzt.`,
    ],
    action: 'Verbindung öffnen',
  }),
  breaking_change: ({ subject, workspace, count, tables }) => ({
    subject: 'Eine Quelle hat sich geändert',
    paragraphs: [
      `Die Quelle von „${subject}“ im Arbeitsbereich ${workspace} hat sich dort geändert, wo etwas davon abhängt (Änderungen: ${count}, Tabellen: ${tables}). Jemand muss entscheiden, was geschieht.`,
    ],
    action: 'Verbindung öffnen',
  }),
  late: ({ subject, workspace, time, zone }) => ({
    subject: 'Daten sind älter als vorgesehen',
    paragraphs: [
      `Die Daten von „${subject}“ im Arbeitsbereich ${workspace} sind seit dem ${momentIn('de', zone, time)} älter als ihr Aktualitätsziel.`,
    ],
    action: 'Verbindung öffnen',
  }),
  token_expiring: ({ subject, workspace, time, zone }) => ({
    subject: 'Ein Token läuft bald ab',
    paragraphs: [
      `Das letzte gültige Token des Dienstkontos „${subject}“ im Arbeitsbereich ${workspace} läuft am ${momentIn('de', zone, time)} ab. Programme, die es verwenden, können danach nichts mehr lesen. Ersetzen Sie es vorher.`,
    ],
    action: 'Dienstkonto öffnen',
  }),
  alert_triggered: ({ subject, workspace, count }) => ({
    subject: 'Alarm eines Berichts ausgelöst',
    paragraphs: [
      `„${subject}“ im Arbeitsbereich ${workspace} liegt bei ${count} und hat einen Alarm ausgelöst.`,
    ],
    action: 'Alarme öffnen',
  }),
  alert_ok: ({ subject, workspace, count }) => ({
    subject: 'Alarm eines Berichts beendet',
    paragraphs: [`„${subject}“ im Arbeitsbereich ${workspace} liegt bei ${count}. Der Alarm ist beendet.`],
    action: 'Alarme öffnen',
  }),
  alert_unknown: ({ subject, workspace }) => ({
    subject: 'Alarm eines Berichts ohne bekannten Wert',
    paragraphs: [
      `Ein Alarm beobachtet „${subject}“ im Arbeitsbereich ${workspace}, aber der Wert ist gerade nicht bekannt. Warum, steht im Bericht.`,
    ],
    action: 'Alarme öffnen',
  }),
};

const letter = ({ action, ...words }: Words, link: string, note: string): Letter => ({
  ...words,
  actions: [{ label: action, link }],
  notes: [note],
});

export const notification: Letters<'notification'> = {
  en: (content) =>
    letter(
      english[content.trigger](content),
      content.link,
      `You receive this email through the notification channel “${content.channel}” of the workspace. Its admins can change that in the settings.`,
    ),
  de: (content) =>
    letter(
      german[content.trigger](content),
      content.link,
      `Sie erhalten diese E-Mail über den Benachrichtigungskanal „${content.channel}“ des Arbeitsbereichs. Dessen Admins können das in den Einstellungen ändern.`,
    ),
};
