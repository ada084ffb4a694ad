import { pageBlock } from '../testing/page-block.ts';
import { newsIn } from './news.ts';

const page = pageBlock();
const live = { shell: page.shell, blocked: {} };
const HELD = '1.2.3-abc';

test('the versions of this tab and other blocked versions of its remotes are no news', () => {
  expect(newsIn(live, page)).toEqual({ newShell: false, fixed: [] });
  const others = { 'mf-data': ['1.2.2-aaa', '1.2.4-ccc'], 'mf-unknown': [HELD], shell: ['0.9.0-bbb'] };
  expect(newsIn({ ...live, blocked: others }, page)).toEqual({ newShell: false, fixed: [] });
});

test('another shell is news', () => {
  expect(newsIn({ ...live, shell: { version: '1.0.1-fff' } }, page).newShell).toBe(true);
});

test('a blocked version of this tab is news, unless an override chose it', () => {
  const blocked = { 'mf-data': ['1.2.2-aaa', HELD], 'mf-sources': [HELD] };
  expect(newsIn({ ...live, blocked }, page).fixed.sort()).toEqual(['mf-data', 'mf-sources']);
  const override = { set: [`mf-data@${HELD}`], expires: '2026-11-22T08:00:00.000Z', ignored: [] };
  expect(newsIn({ ...live, blocked }, { ...page, override }).fixed).toEqual(['mf-sources']);
});
