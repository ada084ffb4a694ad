/** The Network Information API, as far as browsers support it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Returns whether files may be fetched that the user has not requested. False if data is metered or slow, or
 * the browser is offline.
 */
export function canAffordMore() {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return !saveData && !effectiveType.endsWith('2g') && navigator.onLine !== false;
}
