import { readPage } from '../page.ts';
import type { LoadFailure } from './load-failure.ts';

const AVOID_SECONDS = 600;

/**
 * Before the page is loaded again: if what failed is a canary, this browser asks for the stable version for a while,
 * and delivery counts the failure. A version that everybody has is not downgraded on one browser's word.
 */
export function avoidCanary(failure: LoadFailure) {
  const build = canaryBehind(failure);
  if (!build) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `dl-avoid=${build}; Max-Age=${AVOID_SECONDS}; SameSite=Strict; Path=/${secure}`;
}

function canaryBehind({ remote, version, kind }: LoadFailure): string | undefined {
  const { shell, remotes } = readPage();
  const record = remotes[remote];
  if (record?.canary && record.version === version) return `${remote}@${version}`;
  // a remote that doesn't fit may be what a new shell has broken
  const isShells = remote === 'shell' || ['share', 'evaluation'].includes(kind);
  return isShells && shell.canary ? `shell@${shell.version}` : undefined;
}
