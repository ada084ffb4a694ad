import type { RouteNeeds } from '../page/route-needs.ts';
import type { Chosen } from './choose-for.ts';
import type { DeliveryContext } from './context.ts';

/** Counts a page and the IP address that it was sent to, in all counters. */
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
  // Pages with an override don't count: they are a deliberate trial of versions that others may not get.
  if (!override) watch.countPage(revision, composition, address);
}
