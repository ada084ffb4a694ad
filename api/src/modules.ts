import type { ApiModule } from './api-module.ts';
import { demo } from './demo/index.ts';
import { eventStream } from './event-stream/index.ts';
import { events } from './events/index.ts';
import { google } from './google/index.ts';
import { housekeeping } from './housekeeping/index.ts';
import { identity } from './identity/index.ts';
import { mail } from './mail/index.ts';
import { organizations } from './organizations/index.ts';
import { product } from './http/product.routes.ts';
import { profile } from './profile/index.ts';
import { sampleData } from './sample-data/index.ts';
import { sourceConnections } from './source-connections/index.ts';
import { superuser } from './superuser/index.ts';
import { sync } from './sync/index.ts';
import { tables } from './tables/index.ts';
import { uploads } from './uploads/index.ts';

/** The product, noun by noun, in the order in which they start; they end in the opposite one. */
export const modules: readonly ApiModule[] = [
  product,
  mail,
  identity,
  google,
  profile,
  organizations,
  events,
  eventStream,
  superuser,
  uploads,
  tables,
  sync,
  sourceConnections,
  sampleData,
  demo,
  housekeeping,
];
