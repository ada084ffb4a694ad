/**
 * The page's first script, before any bundle has arrived. It
 * - takes away script tags that failed: webpack would wait for a dead one for two minutes;
 * - lets through scripts of our own origin only, wherever the browser asks (Trusted Types);
 * - asks for the session and for the route's own data, whose answers `shared/api` takes from the window. They are
 *   read to the end at once: one that nobody takes would keep its connection busy;
 * - shows the chosen theme from the first frame on.
 */
export function bootScript(requests: readonly string[]): string {
  return BOOT.replace('REQUESTS', () => inScript(requests));
}

const BOOT = compact(`
(function () {
  window.__nonce__ = document.currentScript.nonce;
  addEventListener('error', function (event) {
    var tag = event.target;
    if (tag && tag.tagName === 'SCRIPT') tag.remove();
  }, true);
  if (window.trustedTypes) trustedTypes.createPolicy('default', {
    createScriptURL: function (address) {
      if (new URL(address, location.href).origin !== location.origin)
        throw new TypeError('A script of a foreign origin: ' + address);
      return address;
    },
  });
  var requests = {};
  REQUESTS.forEach(function (path) {
    requests[path] = fetch('/api/' + path, { credentials: 'same-origin', headers: { accept: 'application/json' } })
      .then(function (answer) {
        return answer.arrayBuffer().then(function (body) {
          return new Response(answer.status === 204 ? null : body, answer);
        });
      });
    requests[path].catch(function () {});
  });
  window.__HEADWATER__ = { requests: requests };
  var theme;
  try { theme = localStorage.getItem('hw-theme'); } catch (closed) {}
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
`);

/** JSON that may stand within a script element: no value can end it or open a comment. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Every page carries it, so the indentation stays here. */
function compact(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim())
    .join('');
}
