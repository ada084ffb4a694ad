/** As far as browsers have it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether files may be fetched that nobody has asked for: not where people pay for them, wait for others, or are offline. */
export function canAffordMore() {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return !saveData && !effectiveType.endsWith('2g') && navigator.onLine !== false;
}
