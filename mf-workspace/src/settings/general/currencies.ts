/** Returns a currency as people read it: `EUR, Euro`. */
export function currencyName(code: string, language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' }).of(code);
  return name === undefined ? code : `${code}, ${name}`;
}

/** Returns every currency that the browser knows, by code. */
export const currencies = (): string[] => [...Intl.supportedValuesOf('currency')].sort();
