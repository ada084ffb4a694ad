/**
 * Returns whether a text names a time zone, such as `Europe/Berlin`. Browsers prefer different names for some, such as
 * Asia/Calcutta and Asia/Kolkata; each is accepted. An offset isn't a zone, because it knows no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
