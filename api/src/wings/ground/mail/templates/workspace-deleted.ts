import type { Letters } from '../letter.ts';
import { momentIn } from '../moment.ts';

export const workspaceDeleted: Letters<'workspace_deleted'> = {
  en: ({ workspace, by, until, zone, link }) => ({
    subject: `The workspace ${workspace} has been deleted`,
    paragraphs: [
      `“${by}” has deleted the Headwater workspace “${workspace}”. Nobody can open it anymore, and its syncs, emails, alerts, share links, and service accounts have stopped.`,
      `Until ${momentIn('en', zone, until)}, every admin can restore it with everything in it. Then it is deleted for good.`,
    ],
    actions: [{ label: 'Restore the workspace', link }],
    notes: ['You are getting this email because you are an admin of this workspace.'],
  }),
  de: ({ workspace, by, until, zone, link }) => ({
    subject: `Der Arbeitsbereich ${workspace} wurde gelöscht`,
    paragraphs: [
      `„${by}“ hat den Headwater-Arbeitsbereich „${workspace}“ gelöscht. Niemand kann ihn mehr öffnen, und seine Synchronisierungen, E-Mails, Alarme, Freigabelinks und Dienstkonten sind angehalten.`,
      `Bis zum ${momentIn('de', zone, until)} können alle Admins ihn mit allem, was darin ist, wiederherstellen. Danach wird er endgültig gelöscht.`,
    ],
    actions: [{ label: 'Arbeitsbereich wiederherstellen', link }],
    notes: ['Sie erhalten diese E-Mail, weil Sie Admin dieses Arbeitsbereichs sind.'],
  }),
};
