import { Type, type Static } from '@sinclair/typebox';
import { area } from './area.ts';
import { menuEntry } from './menu.ts';
import { LANGUAGES } from './words.ts';

const text = Type.String({ minLength: 1 });
const hash = Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' });
/** The path of a version's files, with a trailing slash. */
const base = Type.String({ pattern: '^/r/[^/]+/[^/]+/$' });
/** Set if this visitor gets the version as a canary; others have the stable one. */
const canary = Type.Optional(Type.Literal(true));

/** The people to contact when it fails. */
export const owner = Type.Object({ team: text, contact: text });

const pageRemote = Type.Object({
  version: text,
  base,
  entry: text,
  /** The entry's hash. */
  sri: hash,
  owner,
  /** Where it is mounted. The areas of a page don't overlap. */
  areas: Type.Array(area),
  menu: Type.Array(menuEntry),
  canary,
  /** Where to fetch the hashes of its other files, unless they are in the page's `sri`. */
  integrity: Type.Optional(Type.Object({ url: text, sri: hash })),
});

/**
 * What delivery writes into each page, and all that the shell knows about the installation when it starts:
 *
 *     <script type="application/json" id="headwater" nonce="…">{ … a page block … }</script>
 *
 * Every path in it is absolute, without an origin (`/r/mf-auth/0.1.0/remoteEntry.js`). Objects are open, because a page
 * has whichever shell is current, even one that knows fewer fields.
 */
export const pageBlock = Type.Object({
  /** A short hash of all `name@version` in this page: error reports show by it which set was live. */
  composition: text,
  /** The registry revision that this page was made from. */
  rev: Type.Integer(),
  /** 16 random hex digits that group a page's failures, followed in a signed page by 32 that prove who made it. */
  page: Type.String({ pattern: '^[0-9a-f]{16}(?:[0-9a-f]{32})?$' }),
  shell: Type.Object({ version: text, base, canary }),
  /** The remotes, by name. */
  remotes: Type.Record(Type.String(), pageRemote),
  /**
   * Path → hash of every script of the shell and of the route's own remote. The hashes of other remotes are fetched as
   * separate lists before any of their chunks. A script that is in neither is refused.
   */
  sri: Type.Record(Type.String(), hash),
  /** The versions that this browser gets instead of the live ones, through a signed link. */
  override: Type.Optional(
    Type.Object({
      /** The overriding versions in this page, as `<name>@<version>`. */
      set: Type.Array(text),
      /** RFC 3339. */
      expires: text,
      /** Requested versions that aren't used: gone, blocked, not published, or with an area that has moved. */
      ignored: Type.Array(text),
    }),
  ),
  /** The language that the server chose (cookie, else Accept-Language). */
  language: Type.Union(LANGUAGES.map((language) => Type.Literal(language))),
  supportEmail: text,
  /** Where failures are reported; null if nothing may be sent. */
  sentryDsn: Type.Union([text, Type.Null()]),
});

export type Owner = Static<typeof owner>;
export type PageRemote = Static<typeof pageRemote>;
export type PageBlock = Static<typeof pageBlock>;
