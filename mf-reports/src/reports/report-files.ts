import { api } from '@headwater/shared/api';
import { choiceText, type CsvTexts } from '@headwater/shared/contract';

/** What is saved: a report, or a card of it. */
export type ReportFile = 'report.pdf' | `cards/${string}/picture.png` | `cards/${string}/values.csv`;

/** Returns the URL of a file, which shows what the page shows with the choices in its URL. */
export function reportFileUrl(
  { organizationId, reportId }: { organizationId: string; reportId: string },
  file: ReportFile,
  { query, zone, texts }: { query: URLSearchParams; zone: string; texts?: CsvTexts | undefined },
): string {
  const filters = choiceText(query);
  const asked = new URLSearchParams({ ...(filters !== '' && { filters }), zone, ...(texts && { texts }) });
  return api.fileUrl(`organizations/${organizationId}/reports/${reportId}/${file}?${asked}`);
}
