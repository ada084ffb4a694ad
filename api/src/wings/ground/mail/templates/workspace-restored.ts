import type { Letters } from '../letter.ts';

export const workspaceRestored: Letters<'workspace_restored'> = {
  en: ({ workspace, by, link }) => ({
    subject: `The workspace ${workspace} is back`,
    paragraphs: [
      `“${by}” has restored the Headwater workspace “${workspace}” with everything in it. Its schedules, share links, and service accounts work again.`,
    ],
    actions: [{ label: 'Open the workspace', link }],
    notes: ['You are getting this email because you are an admin of this workspace.'],
  }),
  de: ({ workspace, by, link }) => ({
    subject: `Der Arbeitsbereich ${workspace} ist wieder da`,
    paragraphs: [
      `„${by}“ hat den Headwater-Arbeitsbereich „${workspace}“ mit allem, was darin ist, wiederhergestellt. Seine Zeitpläne, Freigabelinks und Dienstkonten funktionieren wieder.`,
    ],
    actions: [{ label: 'Arbeitsbereich öffnen', link }],
    notes: ['Sie erhalten diese E-Mail, weil Sie Admin dieses Arbeitsbereichs sind.'],
  }),
};
