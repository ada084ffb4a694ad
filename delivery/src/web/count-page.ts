import type { RouteNeeds } from '../page/route-needs.ts';
import type { Chosen } from './choose-for.ts';
import type { DeliveryContext } from './context.ts';

/** Tells everybody who counts that a page was made. */
export async function countPage(
  { counters, census, notes, watch }: DeliveryContext,
  { revision, visitor, choice, override }: Chosen,
  page: { id: string; needs: RouteNeeds },
): Promise<void> {
  const { composition, avoided } = choice;
  const { record } = page.needs.remote ?? composition.shell;
  counters.add('headwater_pages_total', { name: record.name, version: record.version });
  census.count(composition);
  notes.note(composition);
  // Whoever tries something on purpose says nothing about what others are given.
  if (override) return;
  watch.countPage(revision, composition);
  if (avoided) await watch.countFailure(revision, avoided.reference, visitor.id ?? page.id);
}
