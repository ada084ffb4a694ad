// Runs in the shell before any chunk is loaded: the hash that every later script tag must carry, the shell's and the
// remotes' alike (script-tags-plugin.cjs). Closed by default: an address that the page has no hash for gets one that
// nothing can match, so the browser refuses it and the load fails as any other does.
const NOTHING_MATCHES = `sha384-${'A'.repeat(64)}`;

const hashes = JSON.parse(document.getElementById('headwater')?.textContent || '{}').sri ?? {};

function integrity(address) {
  const { origin, pathname } = new URL(address, location.href);
  const hash = origin === location.origin ? hashes[pathname] : undefined;
  if (!hash) console.error(`No integrity is known for ${address}: refused.`);
  return hash ?? NOTHING_MATCHES;
}

/** The hashes of a version's files, from a list that the page vouches for. What the page says itself stays. */
function addIntegrity(base, files) {
  for (const [file, hash] of Object.entries(files)) hashes[base + file] ??= hash;
}

Object.assign((globalThis.__HEADWATER__ ??= { requests: {} }), { integrity, addIntegrity });

export default function integrityPlugin() {
  return { name: 'integrity' };
}
