import { readFileSync } from 'node:fs';
import { PRODUCT_NAME, type Language } from '@headwater/shared/contract';
import { inScript } from './in-script.ts';

/** The shell as the guard knows it. */
interface GuardedShell {
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
 * The page's first script, before any bundle has arrived. It
 * - lets through scripts of our own origin only, wherever the browser asks (Trusted Types);
 * - asks for the session and for the route's own data, whose answers `shared/api` takes from the window. They are
 *   read to the end at once: one that nobody takes would keep its connection busy;
 * - shows the chosen theme from the first frame on;
 * - takes away script tags that failed, as webpack would wait for a dead one for two minutes, and sees to a shell that
 *   doesn't start: its main file never came, is not what the page names, or threw. The page is loaded again, once a
 *   version, as the shell does it for what fails later (`shell/src/remotes/reload-once.ts`), by the same key, and
 *   without the version if that is a canary. After that, or where a reload can't help, it says so. A broken copy of the
 *   file is fetched out of the cache before, as a reload alone would find it there again. The shell calls `startFailed`
 *   for what goes wrong before it can show anything itself, and sets `hasStarted`, from when on its own reports hear of
 *   errors. A report that can't be made is dropped: what counts is the reload.
 */
export function bootScript(requests: readonly string[], shell: GuardedShell, language: Language): string {
  const { version, canary = false } = shell;
  const parts = [
    'const page=openPage(document.currentScript.nonce);',
    `guardStart(page,${inScript({ version, canary })},${inScript(TEXTS[language])});`,
    'trustOwnScripts();',
    `askEarly(page,${inScript(requests)});`,
    'showTheme();',
  ];
  return `(()=>{${FUNCTIONS}${parts.join('')}})()`;
}

const FUNCTIONS = ['boot.js', 'start-guard.js']
  .map((file) => compact(readFileSync(new URL(`./in-browser/${file}`, import.meta.url), 'utf8')))
  .join('');

/** Every page carries it, so comments and indentation stay here. */
function compact(source: string): string {
  return source
    .replace(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim())
    .join('');
}
