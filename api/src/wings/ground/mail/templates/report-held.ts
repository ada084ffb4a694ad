import type { Letters } from '../letter.ts';

export const reportHeld: Letters<'report_held'> = {
  en: ({ report, workspace, day, tables, hours, link, unsubscribeLink }) => ({
    subject: `${report} not sent, ${day}`,
    paragraphs: [
      `“${report}” of the workspace ${workspace} hasn’t been sent, because its data is older than it should be (${tables}). It was waited for ${hours} hours.`,
    ],
    actions: [
      { label: 'Open the report', link },
      { label: 'Unsubscribe', link: unsubscribeLink },
    ],
    notes: ['The next one is sent as planned, if its data is fresh by then.'],
  }),
  de: ({ report, workspace, day, tables, hours, link, unsubscribeLink }) => ({
    subject: `${report} nicht gesendet, ${day}`,
    paragraphs: [
      `„${report}“ aus dem Arbeitsbereich ${workspace} wurde nicht gesendet, weil die Daten älter sind als vorgesehen (${tables}). Darauf wurde ${hours} Stunden gewartet.`,
    ],
    actions: [
      { label: 'Bericht öffnen', link },
      { label: 'Abbestellen', link: unsubscribeLink },
    ],
    notes: ['Der nächste kommt wie geplant, wenn die Daten bis dahin frisch sind.'],
  }),
};
