import type { Page } from '@playwright/test';

/**
 * Returns the elements that scroll by a few pixels only: what they show nearly fits, so that a scroll bar stands beside
 * it for nothing on systems whose scroll bars take room.
 */
export const scrollsForNothing = (page: Page): Promise<string[]> => page.evaluate(FIND);

const FIND = `
  [...document.querySelectorAll('body *')].flatMap((element) => {
    const { overflowX, overflowY, scrollbarWidth } = getComputedStyle(element);
    if (scrollbarWidth === 'none') return [];
    const over = [
      [overflowY, element.scrollHeight - element.clientHeight],
      [overflowX, element.scrollWidth - element.clientWidth],
    ].find(([overflow, by]) => /auto|scroll/.test(overflow) && by > 0 && by <= 16);
    if (!over || element.clientHeight === 0) return [];
    return element.outerHTML.slice(0, 120) + ' by ' + over[1] + ' px, ' + element.textContent.slice(0, 40);
  })
`;
