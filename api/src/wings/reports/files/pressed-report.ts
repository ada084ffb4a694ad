import type { ReportContent } from '@headwater/shared/contract';
import type { PressedReport } from '@headwater/press/messages';
import { ageOf, pressedCards, type ReportReading } from './computed-cards.ts';

/** Computes a whole report for a document. It is as old as its oldest table. */
export async function pressedReport(
  reading: ReportReading,
  { name, content }: { name: string; content: ReportContent },
): Promise<PressedReport> {
  const { workspace, tables, filters, valueOf } = reading;
  const cards = await pressedCards(reading, content.cards);
  const ages = [...tables.values()].map(ageOf).filter(({ freshAsOf }) => freshAsOf !== null);
  const oldest = ages.map(({ freshAsOf }) => freshAsOf!).toSorted()[0] ?? null;
  const { name: workspaceName } = await workspace.transaction((db) =>
    db.selectFrom('organizations').select('name').where('id', '=', db.workspaceId).executeTakeFirstOrThrow(),
  );
  return {
    ...{ name, workspace: workspaceName, madeAt: new Date().toISOString(), freshAsOf: oldest, cards },
    isLate: ages.some(({ isLate }) => isLate),
    filters: filters.map((filter) => ({ label: filter.label, value: valueOf(filter) })),
  };
}
