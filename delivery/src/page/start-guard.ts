import { PRODUCT_NAME, type Language } from '@headwater/shared/contract';
import { inScript } from './in-script.ts';

/** The shell as the guard knows it. */
export interface GuardedShell {
  version: string;
  canary?: boolean;
}

const TEXTS: Record<Language, { message: string; retry: string }> = {
  en: {
    message: `${PRODUCT_NAME} could not be started. Check your connection, then try again.`,
    retry: 'Try again',
  },
  de: {
    message: `${PRODUCT_NAME} konnte nicht gestartet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.`,
    retry: 'Erneut versuchen',
  },
};

/**
 * The part of the page's first script that acts where the shell doesn't start: its main file never came, is not what
 * the page names, or threw. The page is loaded anew, once a version, as the shell does it for what fails later
 * (`shell/src/remotes/reload-once.ts`), by the same key, and without the version if that is a canary. After that,
 * or where a reload can't help, it says so. A broken copy of the file is fetched out of the cache before, as a reload
 * alone would find it there again. The shell calls `startFailed` for what goes wrong before it can show
 * anything itself, and sets `hasStarted`, from when on its own reports hear of errors. A report that can't be made is
 * let go: what counts is the reload.
 */
export function startGuard({ version, canary }: GuardedShell, language: Language): string {
  const shell = inScript({ version, canary: canary ?? false });
  return GUARD.replace('SHELL', () => shell).replace('TEXTS', () => inScript(TEXTS[language]));
}

/** `page` is the window's `__HEADWATER__`. */
const GUARD = `
  var shell = SHELL;
  var build = 'shell@' + shell.version;
  var failed = false;
  var broken;
  var reload = function () {
    var go = function () { location.reload(); };
    if (!broken) return go();
    fetch(broken, { cache: 'reload', signal: AbortSignal.timeout(8000) })
      .then(function (answer) { return answer.arrayBuffer(); }).then(go, go);
  };
  var mayReload = function () {
    try {
      var key = 'dl:reload:' + build;
      if (navigator.onLine === false || sessionStorage.getItem(key)) return false;
      sessionStorage.setItem(key, '1');
      return sessionStorage.getItem(key) === '1';
    } catch (closed) {
      return false;
    }
  };
  var say = function () {
    var texts = TEXTS;
    var add = function (parent, name, props) {
      return parent.appendChild(Object.assign(document.createElement(name), props));
    };
    var root = document.getElementById('root');
    root.textContent = '';
    var panel = add(root, 'main');
    panel.setAttribute('role', 'alert');
    panel.style.cssText = 'font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:20vh auto;padding:0 20px';
    add(panel, 'p', { textContent: texts.message });
    var button = add(panel, 'button', { textContent: texts.retry, onclick: reload });
    button.style.cssText =
      'font:inherit;font-size:14px;padding:8px 14px;border:0;border-radius:6px;background:#066d7c;color:#fff;cursor:pointer';
  };
  page.startFailed = function () {
    if (failed) return;
    failed = true;
    var secure = location.protocol === 'https:' ? '; Secure' : '';
    if (shell.canary) document.cookie = 'dl-avoid=' + build + '; Max-Age=600; SameSite=Strict; Path=/' + secure;
    if (mayReload()) reload();
    else if (document.getElementById('root')) say();
    else addEventListener('DOMContentLoaded', say);
  };
  var tell = function (kind, message) {
    try {
      var block = JSON.parse(document.getElementById('headwater').textContent);
      var report = {
        id: block.page.slice(0, 12), page: block.page, remote: 'shell', version: shell.version, owner: 'platform',
        composition: block.composition, rev: block.rev, shell: shell.version, kind: kind, phase: 'start',
        canary: shell.canary, override: !!block.override, route: location.pathname, attempt: 1,
        tabAgeMs: Math.round(performance.now()), message: message.slice(0, 200),
      };
      navigator.sendBeacon('/delivery/reports', new Blob([JSON.stringify(report)], { type: 'application/json' }));
    } catch (none) {}
  };
  addEventListener('error', function (event) {
    var isFile = event.target.tagName === 'SCRIPT';
    if (isFile) event.target.remove();
    var isStart = isFile ? 'start' in event.target.dataset : /\\/r\\/shell\\//.test(event.filename);
    if (page.hasStarted || failed || !isStart) return;
    if (isFile) broken = event.target.src;
    tell(isFile ? 'network' : 'evaluation', event.message || '');
    page.startFailed();
  }, true);
`;
