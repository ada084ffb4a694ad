import { createComposer, type Composition } from '../page/composition.ts';
import { liveBuild } from '../page/live-build.ts';
import type { BuildRecord } from '../registry/record.ts';

/** Returns the composition of pages with these versions. */
export const compositionOf = (records: readonly BuildRecord[], revision = 1): Composition =>
  createComposer(revision).compose(records.map(liveBuild));
