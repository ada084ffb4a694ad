import type { Locator, Page } from '@playwright/test';

const FAR = 40;

/** Presses Tab, or Shift+Tab, until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < FAR; presses += 1) {
    await page.keyboard.press(key);
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
  }
  throw new Error(`${key} never reached ${target}`);
}
