import { area, menuEntry, owner } from '@headwater/shared/contract';
import { Type, type Static } from '@sinclair/typebox';

const open = <P extends Parameters<typeof Type.Object>[0]>(properties: P) => Type.Object(properties);
const sha384 = Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' });
const bytes = Type.Integer({ minimum: 0 });
const files = Type.Array(Type.String());

/** A route of the product that this build serves, and what its page needs first. */
export const route = open({
  /** A React Router pattern of the full path: `/w/:organizationId/data`. */
  path: Type.String({ pattern: '^/' }),
  /** Named chunks of the page. */
  chunks: Type.Array(Type.String()),
  /** API paths, with the pattern's parameters, that the page's first script requests. */
  requests: Type.Array(Type.String()),
  /** The same for requests that need no session. */
  publicRequests: Type.Optional(Type.Array(Type.String())),
});

/** What the build declares in assets.json: which files an entry, a named chunk, or a shared module needs. */
export const assets = open({
  entrypoints: Type.Record(Type.String(), files),
  chunks: Type.Record(Type.String(), open({ files, shared: Type.Array(Type.String()) })),
  /** Only for the shell: the files of a shared module. Empty if it is in the main file. */
  provides: Type.Record(Type.String(), files),
  /** By module: for the shell, the versions that it provides, and for a remote, the ranges that it needs. */
  shared: Type.Record(Type.String(), Type.String()),
});

/**
 * Another part of assets.json, which the record has in a different form: the texts of menu entries, by key
 * and language.
 */
export const texts = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));

const recordedEntry = Type.Composite([
  menuEntry,
  /** The key of the label in the remote's message catalogs. */
  open({ message: Type.String() }),
]);

const recordFile = open({
  path: Type.String(),
  bytes,
  sha384,
  /** The size of the precompressed twin, or null if it would save nothing. */
  br: Type.Union([bytes, Type.Null()]),
  gz: Type.Union([bytes, Type.Null()]),
});

/** `r/<name>/<version>/record.json`: everything about one version. It never changes. */
export const record = open({
  name: Type.String(),
  version: Type.String(),
  owner,
  entry: Type.String(),
  files: Type.Array(recordFile, { minItems: 1 }),
  exposes: Type.Record(Type.String(), files),
  /** The API contract that it was built for, as a semver range. */
  contract: Type.String(),
  routes: Type.Array(route),
  /**
   * Where a remote is mounted. Empty for the shell, which mounts what the page declares, and missing in
   * versions that were published before areas existed.
   */
  areas: Type.Optional(Type.Array(area)),
  /** The remote's entries in the menus. */
  menu: Type.Optional(Type.Array(recordedEntry)),
  assets,
  publishedBy: Type.String(),
  receivedAt: Type.String(),
});

export type Route = Static<typeof route>;
export type Assets = Static<typeof assets>;
export type Texts = Static<typeof texts>;
export type RecordFile = Static<typeof recordFile>;
export type RecordedEntry = Static<typeof recordedEntry>;
export type BuildRecord = Static<typeof record>;
