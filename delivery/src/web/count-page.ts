import type { RouteNeeds } from '../page/route-needs.ts';
import type { Chosen } from './choose-for.ts';
import type { DeliveryContext } from './context.ts';

/** Tells everybody who counts that a page was made, and for which address. */
export function countPage(
  { counters, census, notes, watch }: DeliveryContext,
  { revision, choice: { composition }, override }: Chosen,
  needs: RouteNeeds,
  address: string,
): void {
  const { record } = needs.remote ?? composition.shell;
  counters.add('headwater_pages_total', { name: record.name, version: record.version });
  census.count(composition);
  notes.note(composition);
  // Whoever tries something on purpose says nothing about what others are given.
  if (!override) watch.countPage(revision, composition, address);
}
