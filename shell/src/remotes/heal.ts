import { ownValue } from '@headwater/shared/contract';
import { readPage } from '../page.ts';
import type { LoadFailure } from './load-failure.ts';

const AVOID_SECONDS = 600;

/**
 * Called before the page is reloaded: if a canary failed, this browser requests the stable version for a
 * while, and delivery counts the failure. A current version, which everyone has, is not downgraded because of
 * one browser.
 */
export function avoidCanary(failure: LoadFailure) {
  const build = canaryBehind(failure);
  if (!build) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `dl-avoid=${build}; Max-Age=${AVOID_SECONDS}; SameSite=Strict; Path=/${secure}`;
  // Browsers may store cookies later than that. Reading waits for it, so that the reload is requested with this one.
  void document.cookie;
}

function canaryBehind({ remote, version, kind }: LoadFailure): string | undefined {
  const { shell, remotes } = readPage();
  const record = ownValue(remotes, remote);
  if (record?.canary && record.version === version) return `${remote}@${version}`;
  // if a remote and the shell don't match, a new shell may be the cause
  const isShells = remote === 'shell' || ['share', 'evaluation'].includes(kind);
  return isShells && shell.canary ? `shell@${shell.version}` : undefined;
}
