import type { Letters } from '../letter.ts';

export const report: Letters<'report'> = {
  en: ({ report: name, workspace, day, age, figures, left, owner, link, unsubscribeLink }) => ({
    subject: `${name}, ${day}`,
    paragraphs: [`From the workspace ${workspace}. ${age}.`],
    figures,
    actions: [
      {
        label:
          left === ''
            ? 'Open the report'
            : `Open the report with ${left} more ${left === '1' ? 'card' : 'cards'}`,
        link,
      },
      ...(unsubscribeLink === '' ? [] : [{ label: 'Unsubscribe', link: unsubscribeLink }]),
    ],
    notes: [
      owner === ''
        ? 'You sent yourself this email to see what the report looks like.'
        : `You receive this email because of the subscription of “${owner}” to the report.`,
    ],
  }),
  de: ({ report: name, workspace, day, age, figures, left, owner, link, unsubscribeLink }) => ({
    subject: `${name}, ${day}`,
    paragraphs: [`Aus dem Arbeitsbereich ${workspace}. ${age}.`],
    figures,
    actions: [
      {
        label:
          left === ''
            ? 'Bericht öffnen'
            : `Bericht mit ${left === '1' ? 'einer weiteren Karte' : `${left} weiteren Karten`} öffnen`,
        link,
      },
      ...(unsubscribeLink === '' ? [] : [{ label: 'Abbestellen', link: unsubscribeLink }]),
    ],
    notes: [
      owner === ''
        ? 'Sie haben sich diese E-Mail selbst gesendet, um zu sehen, wie der Bericht aussieht.'
        : `Sie erhalten diese E-Mail durch ein Abonnement des Berichts von „${owner}“.`,
    ],
  }),
};
