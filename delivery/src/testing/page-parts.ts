/** Functions that read parts of a page's HTML. */
export const scriptTags = (html: string) => [
  ...html.matchAll(/<script (defer|async) src="([^"]+)"([^>]*)>/g),
];
export const urlsOf = (html: string, mode: string) =>
  scriptTags(html)
    .filter(([, of]) => of === mode)
    .map(([, , url]) => url);
export const blockOf = (html: string) =>
  JSON.parse(/id="headwater"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '');
export const earlyOf = (html: string) =>
  JSON.parse(/requestEarly\(page,(\[[^\]]*\])\)/.exec(html)?.[1] ?? '');
