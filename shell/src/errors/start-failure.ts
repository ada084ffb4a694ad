import { report } from '../monitoring/report.ts';

/** In both languages here, as the catalogues may be the very thing that could not be loaded. */
const TEXTS = {
  en: {
    message: 'Headwater could not be started. Check your connection, then try again.',
    retry: 'Try again',
  },
  de: {
    message:
      'Headwater konnte nicht gestartet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
  },
};

/** The last resort, without theme, router or catalogues: what failed before there was anything to show it with. */
export function showStartFailure(error: unknown) {
  try {
    report(error, { phase: 'start' });
  } catch {
    console.error(error); // the page's block is what is wrong, and reports name what it says
  }
  const { message, retry } = document.documentElement.lang === 'de' ? TEXTS.de : TEXTS.en;
  const text = Object.assign(document.createElement('p'), { textContent: message });
  const button = Object.assign(document.createElement('button'), { textContent: retry });
  button.addEventListener('click', () => location.reload());
  const panel = document.createElement('main');
  panel.setAttribute('role', 'alert');
  panel.style.cssText = 'font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:20vh auto;padding:0 20px';
  panel.append(text, button);
  document.getElementById('root')?.replaceChildren(panel);
}
