import { ownValue } from '@headwater/shared/contract';
import type { Language } from '@headwater/shared/contract';
import type { Assets, Route } from '../registry/record.ts';
import type { Composition } from './composition.ts';
import type { LiveBuild } from './live-build.ts';
import { fillPath, type RoutePattern } from './route-pattern.ts';

export interface ScriptFile {
  url: string;
  integrity: string;
}

/** What the page of one path needs, in the order in which it is requested. */
export interface RouteNeeds {
  /** False for a path that no build claims: the shell then shows the not-found screen, with status 404. */
  known: boolean;
  /** The remote whose area it is. Undefined if the path is the shell's own. */
  remote: LiveBuild | undefined;
  /**
   * Scripts that run in this order once the document is parsed: the shell's main file and the entry of the
   * route's remote.
   */
  deferred: ScriptFile[];
  /** Chunks of the route. They are fetched and compiled in the meantime, and webpack finds them loaded. */
  async: ScriptFile[];
  /**
   * API paths to request before any script arrives: `requests` if there may be a session, `publicRequests`
   * always.
   */
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
    ...layoutAt(composition, path),
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

/**
 * The shell has each group's layout in a chunk. An area's layout is needed at all paths of the area, even if
 * nothing is there.
 */
const layoutAt = ({ remotes }: Composition, path: string) =>
  remotes
    .flatMap(({ areas }) => areas.filter(({ pattern }) => pattern.match(path)))
    .slice(0, 1)
    .map(({ group }) => `${group}-layout`);

/** Each build has its texts in one chunk per language. Those of shared are in a chunk of the shell. */
const messageChunks = (language: Language) => [`messages-${language}`, `shared-messages-${language}`];

const filesOf = (assets: Assets, chunks: readonly string[]) =>
  chunks.flatMap((name) => ownValue(assets.chunks, name)?.files ?? []);

const sharedBy = (assets: Assets, chunks: readonly string[]) =>
  chunks.flatMap((name) => ownValue(assets.chunks, name)?.shared ?? []);

const filesOfDoors = (assets: Assets, doors: readonly string[]) =>
  doors.flatMap((door) => ownValue(assets.provides, door) ?? []);

/** Files without a hash can't be loaded, so they are left out. */
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
