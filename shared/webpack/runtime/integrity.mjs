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

Object.assign((globalThis.__HEADWATER__ ??= { requests: {} }), { integrity });

export default function integrityPlugin() {
  return { name: 'integrity' };
}
