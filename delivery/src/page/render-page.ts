import { PRODUCT_NAME, type Language, type PageBlock } from '@headwater/shared/contract';
import { bootScript } from './boot-script.ts';
import { inScript } from './in-script.ts';
import type { RouteNeeds, ScriptFile } from './route-needs.ts';

export interface PageParts {
  nonce: string;
  needs: RouteNeeds;
  /** The shell's JSON block. */
  block: PageBlock;
}

const NO_SCRIPT: Record<Language, string> = {
  en: `${PRODUCT_NAME} needs JavaScript. Please allow it for this site and load the page again.`,
  de: `${PRODUCT_NAME} braucht JavaScript. Bitte erlauben Sie es für diese Seite und laden Sie sie neu.`,
};

/** The background color before any style sheet has arrived, which avoids a white flash on a dark screen. */
const BACKGROUND =
  'html{background:#f5f7f9;color-scheme:light}html[data-theme=dark]{background:#090d11;color-scheme:dark}';

/**
 * Renders the document of every URL. The order matters. The boot script comes first to request data. The
 * toast library finds its style element and therefore needs no innerHTML. The route's scripts follow and run
 * as they arrive, which is faster than preloading them.
 */
export function renderPage({ nonce, needs, block }: PageParts): string {
  const { language, shell } = block;
  const requests = ['sessions', ...needs.publicRequests, ...needs.requests];
  const attributes = ({ url, integrity }: ScriptFile) =>
    `src="${url}" nonce="${nonce}" crossorigin integrity="${integrity}"`;
  const deferred = (file: ScriptFile) =>
    `<script defer ${attributes(file)}${file.url.startsWith(shell.base) ? ' data-start' : ''}></script>`;
  const async = (file: ScriptFile) => `<script async ${attributes(file)}></script>`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<script nonce="${nonce}">${bootScript(requests, shell, language)}</script>`,
    ...needs.deferred.map(deferred),
    ...needs.async.map(async),
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${PRODUCT_NAME}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<style nonce="${nonce}">${BACKGROUND}</style><style id="_goober" nonce="${nonce}"> </style>`,
    `<script type="application/json" id="headwater" nonce="${nonce}">${inScript(block)}</script>`,
    `</head><body><div id="root"></div><noscript>${NO_SCRIPT[language]}</noscript></body></html>`,
  ].join('\n');
}
