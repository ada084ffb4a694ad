// Runs in the shell before any chunk is loaded. Provides the hash that every later script tag needs, in the shell and
// in
// remotes (script-tags-plugin.cjs). A URL that the page has no hash for gets one that nothing can match, so the
// browser
// refuses the script and the load fails like any other.
const NOTHING_MATCHES = `sha384-${'A'.repeat(64)}`;

const hashes = JSON.parse(document.getElementById('headwater')?.textContent || '{}').sri ?? {};

function integrity(url) {
  const { origin, pathname } = new URL(url, location.href);
  const hash = origin === location.origin ? hashes[pathname] : undefined;
  if (!hash) console.error(`Refused ${url}: its integrity hash is not known.`);
  return hash ?? NOTHING_MATCHES;
}

/**
 * Adds the hashes of a version's files from a list whose own hash the page has. Hashes that are known already stay.
 */
function addIntegrity(base, files) {
  for (const [file, hash] of Object.entries(files)) hashes[base + file] ??= hash;
}

Object.assign((globalThis.__HEADWATER__ ??= { requests: {} }), { integrity, addIntegrity });

export default function integrityPlugin() {
  return { name: 'integrity' };
}
