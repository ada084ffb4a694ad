/*
 * Acts if the shell doesn't start, as described in `../boot-script.ts`. It is written into every page, as
 * `boot.js` is.
 */

function guardStart(page, shell, texts) {
  const build = `shell@${shell.version}`;
  let failed = false;
  let broken;

  const reload = () => {
    const go = () => location.reload();
    if (!broken) return go();
    fetch(broken, { cache: 'reload', signal: AbortSignal.timeout(8000) })
      .then((response) => response.arrayBuffer())
      .then(go, go);
  };
  const mayReload = () => {
    try {
      const key = `dl:reload:${build}`;
      if (navigator.onLine === false || sessionStorage.getItem(key)) return false;
      sessionStorage.setItem(key, '1');
      return sessionStorage.getItem(key) === '1';
    } catch {
      return false;
    }
  };
  const showError = () => {
    const add = (parent, name, props = {}) =>
      parent.appendChild(Object.assign(document.createElement(name), props));
    const root = document.getElementById('root');
    root.textContent = '';
    const panel = add(root, 'main');
    panel.setAttribute('role', 'alert');
    panel.style.cssText = 'font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:20vh auto;padding:0 20px';
    add(panel, 'p', { textContent: texts.message });
    const button = add(panel, 'button', { textContent: texts.retry, onclick: reload });
    button.style.cssText =
      'font:inherit;font-size:14px;padding:8px 14px;border:0;border-radius:6px;background:#066d7c;color:#fff;cursor:pointer';
  };
  const report = (kind, message) => {
    try {
      const block = JSON.parse(document.getElementById('headwater').textContent);
      const body = {
        id: block.page.slice(0, 12),
        page: block.page,
        remote: 'shell',
        version: shell.version,
        owner: 'platform',
        composition: block.composition,
        rev: block.rev,
        shell: shell.version,
        kind,
        phase: 'start',
        canary: shell.canary,
        override: Boolean(block.override),
        route: location.pathname,
        attempt: 1,
        tabAgeMs: Math.round(performance.now()),
        message: message.slice(0, 200),
      };
      const blob = new Blob([JSON.stringify(body)], { type: 'application/json' });
      navigator.sendBeacon('/delivery/reports', blob);
    } catch {
      return;
    }
  };

  page.startFailed = () => {
    if (failed) return;
    failed = true;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    if (shell.canary) document.cookie = `dl-avoid=${build}; Max-Age=600; SameSite=Strict; Path=/${secure}`;
    if (mayReload()) reload();
    else if (document.getElementById('root')) showError();
    else addEventListener('DOMContentLoaded', showError);
  };
  const onError = (event) => {
    const isFile = event.target.tagName === 'SCRIPT';
    if (isFile) event.target.remove();
    const isStart = isFile ? 'start' in event.target.dataset : event.filename.includes('/r/shell/');
    if (page.hasStarted || failed || !isStart) return;
    if (isFile) broken = event.target.src;
    report(isFile ? 'network' : 'evaluation', event.message || '');
    page.startFailed();
  };
  addEventListener('error', onError, true);
}
