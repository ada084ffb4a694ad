import type { Letters } from '../letter.ts';

export const webhookPaused: Letters<'webhook_paused'> = {
  en: ({ workspace, channel, link }) => ({
    subject: 'A webhook has been paused',
    paragraphs: [
      `The webhook “${channel}” in the workspace ${workspace} has been paused, because its receiver has accepted nothing for a day. Nothing is sent to it until an admin resumes it, and what happens meanwhile isn’t sent later.`,
    ],
    actions: [{ label: 'Open the notification settings', link }],
  }),
  de: ({ workspace, channel, link }) => ({
    subject: 'Ein Webhook wurde pausiert',
    paragraphs: [
      `Der Webhook „${channel}“ im Arbeitsbereich ${workspace} wurde pausiert, weil sein Empfänger einen Tag lang nichts angenommen hat. Es wird nichts mehr gesendet, bis ein Admin ihn fortsetzt. Was bis dahin passiert, wird nicht nachgeholt.`,
    ],
    actions: [{ label: 'Benachrichtigungen öffnen', link }],
  }),
};
