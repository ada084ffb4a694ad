import { Type, type Static } from '@sinclair/typebox';
import { area } from './area.ts';
import { menuEntry } from './menu.ts';
import { LANGUAGES } from './words.ts';

const text = Type.String({ minLength: 1 });
const hash = Type.String({ pattern: '^sha384-[A-Za-z0-9+/]{64}$' });
/** Where a version's files are, with a slash at its end. */
const base = Type.String({ pattern: '^/r/[^/]+/[^/]+/$' });
/** Set for a visitor who is among those that try this version; others have the stable one. */
const canary = Type.Optional(Type.Literal(true));

/** Who is asked when it breaks. */
export const owner = Type.Object({ team: text, contact: text });

const pageRemote = Type.Object({
  version: text,
  base,
  entry: text,
  /** Of the entry. */
  sri: hash,
  owner,
  /** Where it is mounted. No two of a page overlap. */
  areas: Type.Array(area),
  menu: Type.Array(menuEntry),
  canary,
  /** Where the hashes of its other files are, unless they stand in the page's `sri`. */
  integrity: Type.Optional(Type.Object({ url: text, sri: hash })),
});

/**
 * What delivery writes into each page, and the only thing the shell knows of the installation when it starts:
 *
 *     <script type="application/json" id="headwater" nonce="…">{ … a page block … }</script>
 *
 * Every path in it is absolute and without origin (`/r/mf-auth/0.1.0/remoteEntry.js`). Objects are open: a page has
 * whatever shell is current, also one that knows fewer fields.
 */
export const pageBlock = Type.Object({
  /** Short hash of all `name@version` in this page: says in each report which set was live. */
  composition: text,
  /** The registry's revision that this page was made from. */
  rev: Type.Integer(),
  /** Random, 16 hex, and 32 more by which delivery knows it as its own: says which failures are of one page. */
  page: Type.String({ pattern: '^[0-9a-f]{16}(?:[0-9a-f]{32})?$' }),
  shell: Type.Object({ version: text, base, canary }),
  /** By name. */
  remotes: Type.Record(Type.String(), pageRemote),
  /**
   * Path → hash of every script of the shell and of the route's own remote. Other remotes bring theirs in a list of
   * their own, before any of their chunks. What is in neither is refused.
   */
  sri: Type.Record(Type.String(), hash),
  /** Versions that this browser was given instead of the live ones, by a signed link. */
  override: Type.Optional(
    Type.Object({
      /** Those that the page is made of, as `<name>@<version>`. */
      set: Type.Array(text),
      /** RFC 3339. */
      expires: text,
      /** Those that are gone, blocked or not published. */
      ignored: Type.Array(text),
    }),
  ),
  /** The language that the server chose (cookie, else Accept-Language). */
  language: Type.Union(LANGUAGES.map((language) => Type.Literal(language))),
  supportEmail: text,
  /** Where failures are reported to; null where nothing may be sent. */
  sentryDsn: Type.Union([text, Type.Null()]),
});

export type Owner = Static<typeof owner>;
export type PageRemote = Static<typeof pageRemote>;
export type PageBlock = Static<typeof pageBlock>;
