import { hasUnsavedChanges } from '@headwater/shared/routing';
import { browser } from './reload-once.ts';

const ask = (event: Event) => event.preventDefault();

/** Reloads the page. If there are unsaved changes, the browser asks first, in its own words. */
export function reload() {
  if (hasUnsavedChanges()) window.addEventListener('beforeunload', ask, { once: true });
  browser.open(location.href);
}
