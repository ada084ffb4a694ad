import type { Language, PageBlock } from '@headwater/shared/contract';
import { INTEGRITY_FILE } from '../registry/names.ts';
import type { Choice } from './choice.ts';
import type { Composition } from './composition.ts';
import { isLoadable } from './integrity-file.ts';
import type { LiveBuild } from './live-build.ts';

/** The operator's settings that the browser needs. */
export interface PageSettings {
  supportEmail: string;
  /** The DSN that failures are reported to, or null if nothing may be sent. */
  sentryDsn: string | null;
}

/** Versions that this browser gets, whatever is current. */
export interface PageOverride {
  /** The versions that the page is made of, as `<name>@<version>`. */
  set: string[];
  expires: Date;
  /** Its versions that are gone, blocked, not published, or have an area that has moved to another remote. */
  ignored: string[];
}

export interface PageOf {
  /** `page-id.ts` */
  id: string;
  choice: Choice;
  override: PageOverride | undefined;
  /** The remote that the page's path belongs to. */
  remote: LiveBuild | undefined;
  language: Language;
}

/** Returns the JSON of `<script type="application/json" id="headwater">`. */
export function pageBlock(
  { id, choice, override, remote, language }: PageOf,
  settings: PageSettings,
): PageBlock {
  const { shell, remotes, ...composition } = choice.composition;
  const isCanary = ({ record }: LiveBuild) => choice.canaries.has(record.name) && { canary: true as const };
  const hashed = remote ? [shell, remote] : [shell];
  return {
    composition: composition.id,
    rev: composition.revision,
    page: id,
    shell: { version: shell.record.version, base: shell.base, ...isCanary(shell) },
    remotes: Object.fromEntries(
      remotes.map((build) => [
        build.record.name,
        { ...location(build), ...isCanary(build), ...(build !== remote && { integrity: namedFile(build) }) },
      ]),
    ),
    sri: Object.fromEntries(hashed.flatMap(hashesOf)),
    ...(override && { override: { ...override, expires: override.expires.toISOString() } }),
    language,
    ...settings,
  };
}

/**
 * Returns the response of `/registry`: what the next page would be made of, and which versions are blocked.
 */
export function registryDocument({ id, revision, shell, remotes }: Composition, blocked: BlockedVersions) {
  return {
    composition: id,
    rev: revision,
    shell: { version: shell.record.version, base: shell.base },
    remotes: Object.fromEntries(remotes.map(({ record }) => [record.name, { version: record.version }])),
    blocked,
  };
}

type BlockedVersions = Readonly<Record<string, readonly string[]>>;

function location({ record, base, files }: LiveBuild) {
  const { version, entry, owner, areas = [], menu = [] } = record;
  const { sha384: sri = '' } = files.get(entry) ?? {}; // nothing is published without its entry
  return {
    version,
    base,
    entry: base + entry,
    sri,
    owner,
    areas,
    menu: menu.map(({ message: _, ...drawn }) => drawn),
  };
}

/**
 * Other areas that the page may navigate to: their hashes are fetched with the area, which keeps the page
 * small.
 */
const namedFile = ({ base, integrity }: LiveBuild) => ({ url: base + INTEGRITY_FILE, sri: integrity.sri });

const hashesOf = ({ base, files }: LiveBuild) =>
  [...files.values()]
    .filter(({ path }) => isLoadable(path))
    .map(({ path, sha384 }) => [base + path, sha384] as const);
