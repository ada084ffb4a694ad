import type { AreaGroup } from '@headwater/shared/contract';
import { referenceOf } from '../registry/names.ts';
import type { BuildRecord, RecordFile, Route } from '../registry/record.ts';
import { integrityFile, type IntegrityFile } from './integrity-file.ts';
import { compilePattern, type RoutePattern } from './route-pattern.ts';

/** One version, as pages use it. */
export interface LiveBuild {
  record: BuildRecord;
  /** `<name>@<version>`. */
  reference: string;
  /** The path that its files are served under: `/r/<name>/<version>/`. */
  base: string;
  /** By path. */
  files: ReadonlyMap<string, RecordFile>;
  integrity: IntegrityFile;
  routes: readonly (Route & { pattern: RoutePattern })[];
  /** Every path that leads into an area, including all paths below it. */
  areas: readonly { group: AreaGroup; pattern: RoutePattern }[];
}

export function liveBuild(record: BuildRecord): LiveBuild {
  return {
    record,
    reference: referenceOf(record),
    base: `/r/${record.name}/${record.version}/`,
    files: new Map(record.files.map((file) => [file.path, file])),
    integrity: integrityFile(record),
    routes: record.routes.map((route) => ({ ...route, pattern: compilePattern(route.path) })),
    areas: (record.areas ?? []).flatMap(({ group, paths }) =>
      paths.map((path) => ({ group, pattern: compilePattern(`${path}/*`) })),
    ),
  };
}
