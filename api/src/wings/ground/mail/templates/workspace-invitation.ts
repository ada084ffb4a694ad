import type { Role } from '@headwater/shared/contract';
import type { Letters } from '../letter.ts';

const EN: Record<Role, string> = {
  admin: 'as an admin, who manages people and settings',
  editor: 'as an editor, who changes sources, reports, and tools',
  runner: 'as a runner, who reads data and starts syncs',
  reader: 'as a reader, who sees data and reports',
};
const DE: Record<Role, string> = {
  admin: 'als Admin, um Mitglieder und Einstellungen zu verwalten',
  editor: 'zur Bearbeitung von Quellen, Berichten und Werkzeugen',
  runner: 'zum Lesen von Daten und Starten von Synchronisierungen',
  reader: 'zum Lesen von Daten und Berichten',
};

export const workspaceInvitation: Letters<'workspace_invitation'> = {
  en: ({ workspace, invitedBy, role, link }) => ({
    subject: 'You have been invited to a Headwater workspace',
    paragraphs: [
      `“${invitedBy}” invites you to the workspace “${workspace}” ${EN[role]}.`,
      'Headwater brings data together and keeps it up to date. Sign up with this email address, or log in if you already have an account.',
    ],
    actions: [{ label: 'Accept the invitation', link }],
    notes: [
      'This invitation expires in 7 days and is for this email address only.',
      "If you weren't expecting it, you can ignore this email. Nothing happens until you accept.",
    ],
  }),
  de: ({ workspace, invitedBy, role, link }) => ({
    subject: 'Sie wurden in einen Headwater-Arbeitsbereich eingeladen',
    paragraphs: [
      `„${invitedBy}“ lädt Sie in den Arbeitsbereich „${workspace}“ ein, ${DE[role]}.`,
      'Headwater führt Daten zusammen und hält sie aktuell. Registrieren Sie sich mit dieser E-Mail-Adresse, oder melden Sie sich an, wenn Sie schon ein Konto haben.',
    ],
    actions: [{ label: 'Einladung annehmen', link }],
    notes: [
      'Die Einladung ist 7 Tage lang und nur für diese E-Mail-Adresse gültig.',
      'Wenn Sie keine Einladung erwartet haben, können Sie diese E-Mail ignorieren. Ohne Annahme passiert nichts.',
    ],
  }),
};
