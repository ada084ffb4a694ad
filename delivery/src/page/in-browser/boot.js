/*
 * The page's first script, which runs before any bundle has arrived. `../boot-script.ts` describes what each
 * part is for. It is written into every page without line breaks, so comments must be on separate lines and
 * statements need their semicolons.
 */

/** Creates the object in which the shell finds what happened before it. */
function openPage(nonce) {
  window.__nonce__ = nonce;
  window.__HEADWATER__ = { requests: {} };
  return window.__HEADWATER__;
}

function trustOwnScripts() {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin)
        throw new TypeError(`Script from another origin: ${url}`);
      return url;
    },
  });
}

function requestEarly(page, paths) {
  const json = 'application/json';
  const headers = { accept: json, 'content-type': json };
  const read = (response) =>
    response.arrayBuffer().then((body) => new Response(response.status === 204 ? null : body, response));
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
