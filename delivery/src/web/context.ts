import type { PageSettings } from '../page/page-block.ts';
import type { Registry } from '../registry/registry.ts';
import { createCounters, type Counters } from './counters.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { PageNotes } from './page-notes.ts';

/** What the routes of the web server share. */
export interface DeliveryContext {
  registry: Registry;
  live: LiveRegistry;
  settings: PageSettings;
  counters: Counters;
  notes: PageNotes;
}

export const createDeliveryCounters = () =>
  createCounters({
    headwater_pages_total: 'Pages served, by version of the build that the address belongs to.',
    headwater_csp_reports_total: 'Violations of the content security policy that browsers reported.',
  });
