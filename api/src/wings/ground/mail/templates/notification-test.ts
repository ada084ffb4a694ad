import type { Letters } from '../letter.ts';

export const notificationTest: Letters<'notification_test'> = {
  en: ({ workspace, channel, link }) => ({
    subject: 'Test notification from Headwater',
    paragraphs: [
      `An admin of the workspace ${workspace} sent this email to test the notification channel “${channel}”. It works.`,
    ],
    actions: [{ label: 'Open the workspace', link }],
  }),
  de: ({ workspace, channel, link }) => ({
    subject: 'Testbenachrichtigung von Headwater',
    paragraphs: [
      `Ein Admin des Arbeitsbereichs ${workspace} hat diese E-Mail gesendet, um den Benachrichtigungskanal „${channel}“ zu testen. Er funktioniert.`,
    ],
    actions: [{ label: 'Arbeitsbereich öffnen', link }],
  }),
};
