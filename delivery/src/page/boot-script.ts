import type { Language } from '@headwater/shared/contract';
import { inScript } from './in-script.ts';
import { startGuard, type GuardedShell } from './start-guard.ts';

/**
 * The page's first script, before any bundle has arrived. It
 * - takes away script tags that failed, as webpack would wait for a dead one for two minutes, and sees to a shell that
 *   doesn't start;
 * - lets through scripts of our own origin only, wherever the browser asks (Trusted Types);
 * - asks for the session and for the route's own data, whose answers `shared/api` takes from the window. They are
 *   read to the end at once: one that nobody takes would keep its connection busy;
 * - shows the chosen theme from the first frame on.
 */
export function bootScript(requests: readonly string[], shell: GuardedShell, language: Language): string {
  return compact(
    BOOT.replace('GUARD', () => startGuard(shell, language)).replace('REQUESTS', () => inScript(requests)),
  );
}

const BOOT = `
(function () {
  window.__nonce__ = document.currentScript.nonce;
  var requests = {};
  var page = window.__HEADWATER__ = { requests: requests };
  GUARD
  if (window.trustedTypes) trustedTypes.createPolicy('default', {
    createScriptURL: function (address) {
      if (new URL(address, location.href).origin !== location.origin)
        throw new TypeError('A script of a foreign origin: ' + address);
      return address;
    },
  });
  var json = 'application/json';
  REQUESTS.forEach(function (path) {
    requests[path] = fetch('/api/' + path, { credentials: 'same-origin', headers: { accept: json, 'content-type': json } })
      .then(function (answer) {
        return answer.arrayBuffer().then(function (body) {
          return new Response(answer.status === 204 ? null : body, answer);
        });
      });
    requests[path].catch(function () {});
  });
  var theme;
  try { theme = localStorage.getItem('hw-theme'); } catch (closed) {}
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
`;

/** Every page carries it, so the indentation stays here. */
function compact(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim())
    .join('');
}
