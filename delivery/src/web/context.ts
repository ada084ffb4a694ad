import type { PageSettings } from '../page/page-block.ts';
import type { Registry } from '../registry/registry.ts';
import type { CanaryWatch } from './canary-watch.ts';
import type { Census } from './census.ts';
import { createCounters, type Counters } from './counters.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { PageNotes } from './page-notes.ts';
import type { PublishedBuilds } from './published-builds.ts';

/** What the web server's routes share. */
export interface DeliveryContext {
  registry: Registry;
  builds: PublishedBuilds;
  live: LiveRegistry;
  settings: PageSettings;
  /** The origin of the product, if the operator has set it. */
  origin: string | null;
  https: boolean;
  counters: Counters;
  census: Census;
  watch: CanaryWatch;
  notes: PageNotes;
}

export const createDeliveryCounters = () =>
  createCounters({
    headwater_pages_total: 'Pages served, by version of the build that the path belongs to.',
    headwater_failures_total: 'Failures that browsers reported, by version of the build that failed.',
    headwater_csp_reports_total: 'Violations of the content security policy that browsers reported.',
  });
