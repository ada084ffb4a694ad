import type { Composition, LiveBuild } from './composition.ts';
import type { Language } from '@headwater/shared/contract';

/** What the operator has set and the browser must know. */
export interface PageSettings {
  supportEmail: string;
  /** Where failures are reported to; null where nothing may be sent. */
  sentryDsn: string | null;
}

/** The JSON of `<script type="application/json" id="headwater">`; `shell/src/page.ts` says what each field is. */
export function pageBlock(composition: Composition, language: Language, settings: PageSettings) {
  const { shell, remotes } = composition;
  return {
    ...registryDocument(composition),
    sri: Object.fromEntries([shell, ...remotes].flatMap(loadable)),
    language,
    ...settings,
  };
}

/** The registry as a document: which version of what is live, and where it is. */
export function registryDocument({ id, revision, shell, remotes }: Composition) {
  return {
    composition: id,
    rev: revision,
    shell: { version: shell.record.version, base: shell.base },
    remotes: Object.fromEntries(remotes.map((remote) => [remote.record.name, location(remote)])),
  };
}

function location({ record, base, integrity }: LiveBuild) {
  const { version, entry, owner } = record;
  return { version, base, entry: base + entry, sri: integrity.get(entry), owner };
}

/** Browsers check scripts and style sheets; fonts and images carry no integrity. */
const loadable = ({ base, integrity }: LiveBuild) =>
  [...integrity]
    .filter(([file]) => /\.(js|mjs|css)$/.test(file))
    .map(([file, sha384]) => [base + file, sha384]);
