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
  /** API paths, with the pattern's parameters, that the page's first script asks for. */
  requests: Type.Array(Type.String()),
  /** The same, of calls that are answered without a session too. */
  publicRequests: Type.Optional(Type.Array(Type.String())),
});

/** What the build says of itself in assets.json: which files an entry, a named chunk or a lent module needs. */
export const assets = open({
  entrypoints: Type.Record(Type.String(), files),
  chunks: Type.Record(Type.String(), open({ files, shared: Type.Array(Type.String()) })),
  /** Only the shell's: a shared module → its files; none where it lies in the main file. */
  provides: Type.Record(Type.String(), files),
  /** Of the shell the versions that it offers, of a remote the ranges that it needs, by module. */
  shared: Type.Record(Type.String(), Type.String()),
});

/** What else assets.json has, and the record says otherwise: the texts of menu entries, by key and language. */
export const texts = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));

const recordedEntry = Type.Composite([
  menuEntry,
  /** The label's key in the remote's catalogues. */
  open({ message: Type.String() }),
]);

export const recordFile = open({
  path: Type.String(),
  bytes,
  sha384,
  /** Size of the precompressed twin; null where it would save nothing. */
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
  /** The API contract that it was built for: a semver range. */
  contract: Type.String(),
  routes: Type.Array(route),
  /** Where a remote is mounted; none of the shell, which mounts what the page says. Absent in what was published before there were any. */
  areas: Type.Optional(Type.Array(area)),
  /** What leads there from the menus around it. */
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
