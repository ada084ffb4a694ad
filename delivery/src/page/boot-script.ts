import { readFileSync } from 'node:fs';
import { PRODUCT_NAME, type Language } from '@headwater/shared/contract';
import { inScript } from './in-script.ts';

/** The shell's properties that the guard uses. */
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
 * Returns the page's first script, which runs before any bundle has arrived. It
 * - allows only scripts of our own origin wherever the browser enforces it (Trusted Types);
 * - requests the session and the route's own data. `shared/api` takes the responses from the window. They are
 *   read to the end immediately: a response that no one reads would keep its connection busy;
 * - shows the chosen theme from the first frame on;
 * - removes script tags that failed, because webpack would wait two minutes for a dead one, and handles a shell
 *   that doesn't start because its main file never arrived, isn't what the page names, or threw. The page is
 *   reloaded once per version, as the shell does for later failures (`shell/src/remotes/reload-once.ts`) and
 *   with the same key, and without the version if it is a canary. After that, or if a reload can't help, it
 *   shows an error. A broken copy of the file in the cache is replaced before the reload, which alone would find
 *   it there again. The shell calls `startFailed` for errors before it can show anything itself, and sets
 *   `hasStarted`, from when on its own reports cover errors. A report that can't be sent is dropped: what counts
 *   is the reload.
 */
export function bootScript(requests: readonly string[], shell: GuardedShell, language: Language): string {
  const { version, canary = false } = shell;
  const parts = [
    'const page=openPage(document.currentScript.nonce);',
    `guardStart(page,${inScript({ version, canary })},${inScript(TEXTS[language])});`,
    'trustOwnScripts();',
    `requestEarly(page,${inScript(requests)});`,
    'showTheme();',
  ];
  return `(()=>{${FUNCTIONS}${parts.join('')}})()`;
}

const FUNCTIONS = ['boot.js', 'start-guard.js']
  .map((file) => compact(readFileSync(new URL(`./in-browser/${file}`, import.meta.url), 'utf8')))
  .join('');

/** Removes comments and indentation, as every page contains the script. */
function compact(source: string): string {
  return source
    .replace(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim())
    .join('');
}
