/*
 * The page's first script, before any bundle has arrived; what each part is for stands in `../boot-script.ts`. It is
 * written into every page with its line breaks taken out: a comment has lines of its own, a statement its semicolon.
 */

/** Where the shell finds what happened before it. */
function openPage(nonce) {
  window.__nonce__ = nonce;
  window.__HEADWATER__ = { requests: {} };
  return window.__HEADWATER__;
}

function trustOwnScripts() {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, location.href).origin !== location.origin)
        throw new TypeError(`A script of a foreign origin: ${address}`);
      return address;
    },
  });
}

function askEarly(page, paths) {
  const json = 'application/json';
  const headers = { accept: json, 'content-type': json };
  const read = (answer) =>
    answer.arrayBuffer().then((body) => new Response(answer.status === 204 ? null : body, answer));
  for (const path of paths) {
    page.requests[path] = fetch(`/api/${path}`, { credentials: 'same-origin', headers }).then(read);
    page.requests[path].catch(() => {});
  }
}

function showTheme() {
  let theme;
  try {
    theme = localStorage.getItem('hw-theme');
  } catch {
    theme = null;
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
}
