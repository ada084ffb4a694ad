import type { Language } from '@headwater/shared/contract';
import type { Assets, Route } from '../registry/record.ts';
import type { Composition } from './composition.ts';
import type { LiveBuild } from './live-build.ts';
import { fillPath, type RoutePattern } from './route-pattern.ts';

export interface ScriptFile {
  url: string;
  integrity: string;
}

/** What the page of one address needs, in the order in which it is asked for. */
export interface RouteNeeds {
  /** False for an address that no build claims: the shell shows the not-found screen, with status 404. */
  known: boolean;
  /** Whose area it is; none where it is the shell's own. */
  remote: LiveBuild | undefined;
  /** Run in this order once the document is there: the shell's main file, the entry of the route's remote. */
  deferred: ScriptFile[];
  /** Chunks of the route: fetched and compiled meanwhile, found by webpack as loaded. */
  async: ScriptFile[];
  /** API paths to ask for before any script arrives: for whoever may have a session, and for everybody. */
  requests: string[];
  publicRequests: string[];
}

interface Match {
  build: LiveBuild;
  route: Route & { pattern: RoutePattern };
  params: Record<string, string>;
}

export function needsOf(composition: Composition, path: string, language: Language): RouteNeeds {
  const { shell } = composition;
  const remote = bestMatch(composition.remotes, path);
  const ofShell = matches(shell, path);
  const matched = remote ? [...ofShell, remote] : ofShell;

  const shellChunks = [
    ...ofShell.flatMap(({ route }) => route.chunks),
    ...frameAt(composition, path),
    ...messageChunks(language),
  ];
  const remoteChunks = remote ? ['routes', ...remote.route.chunks, ...messageChunks(language)] : [];
  const doors = [
    ...sharedBy(shell.record.assets, shellChunks),
    ...(remote ? sharedBy(remote.build.record.assets, remoteChunks) : []),
  ];

  const deferred = scripts(shell, shell.record.assets.entrypoints['main'] ?? []);
  if (remote) deferred.push(...scripts(remote.build, [remote.build.record.entry]));
  const async = [
    ...(remote ? scripts(remote.build, filesOf(remote.build.record.assets, remoteChunks)) : []),
    ...scripts(shell, filesOf(shell.record.assets, shellChunks)),
    ...scripts(shell, filesOfDoors(shell.record.assets, doors)),
  ];
  return {
    known: matched.some(({ route }) => !route.pattern.isSplat),
    remote: remote?.build,
    deferred,
    async: once(async, deferred),
    requests: filled(matched, ({ requests }) => requests),
    publicRequests: filled(matched, ({ publicRequests = [] }) => publicRequests),
  };
}

function filled(matched: readonly Match[], templatesOf: (route: Route) => readonly string[]): string[] {
  return matched.flatMap(({ route, params }) =>
    templatesOf(route)
      .map((template) => fillPath(template, params))
      .filter((request) => request !== undefined),
  );
}

function matches(build: LiveBuild, path: string): Match[] {
  return build.routes.flatMap((route) => {
    const params = route.pattern.match(path);
    return params ? [{ build, route, params }] : [];
  });
}

function bestMatch(builds: readonly LiveBuild[], path: string): Match | undefined {
  return builds
    .flatMap((build) => matches(build, path))
    .sort((a, b) => b.route.pattern.rank - a.route.pattern.rank)
    .at(0);
}

/** The shell has the frame of each group in a chunk; an area's is needed at all its addresses, also where nothing is. */
const frameAt = ({ remotes }: Composition, path: string) =>
  remotes
    .flatMap(({ areas }) => areas.filter(({ pattern }) => pattern.match(path)))
    .slice(0, 1)
    .map(({ group }) => `${group}-layout`);

/** Each build has its texts in a chunk a language; shared's own are a chunk of the shell. */
const messageChunks = (language: Language) => [`messages-${language}`, `shared-messages-${language}`];

const filesOf = (assets: Assets, chunks: readonly string[]) =>
  chunks.flatMap((name) => assets.chunks[name]?.files ?? []);

const sharedBy = (assets: Assets, chunks: readonly string[]) =>
  chunks.flatMap((name) => assets.chunks[name]?.shared ?? []);

const filesOfDoors = (assets: Assets, doors: readonly string[]) =>
  doors.flatMap((door) => assets.provides[door] ?? []);

/** Files without a hash can't be loaded by anybody, so they are no need either. */
function scripts(build: LiveBuild, files: readonly string[]): ScriptFile[] {
  return files.flatMap((file) => {
    const integrity = build.files.get(file)?.sha384;
    return integrity === undefined ? [] : [{ url: build.base + file, integrity }];
  });
}

function once(files: readonly ScriptFile[], except: readonly ScriptFile[]): ScriptFile[] {
  const seen = new Set(except.map(({ url }) => url));
  return files.filter(({ url }) => !seen.has(url) && seen.add(url));
}
