import { forgetReload, isWithinLimit, reloadOnce, type Browser } from './reload-once.ts';

const MINUTE = 60_000;
let opened: string[];
let time: number;
let tab: Browser;

beforeEach(() => {
  sessionStorage.clear();
  opened = [];
  time = 1_000_000;
  tab = {
    storage: sessionStorage,
    isOnline: () => true,
    now: () => time,
    open: (address) => opened.push(address),
  };
});

test('reloads at the destination, once per version and remote', () => {
  expect(reloadOnce('mf-data', '1.0.0', '/w/org_a/data?q=1', tab)).toBe(true);
  expect(reloadOnce('mf-data', '1.0.0', '/w/org_a/data', tab)).toBe(false);
  expect(reloadOnce('mf-data', '1.0.1', '/w/org_a/data', tab)).toBe(true);
  expect(reloadOnce('mf-auth', '1.0.0', '/login', tab)).toBe(true);
  expect(opened).toEqual(['/w/org_a/data?q=1', '/w/org_a/data', '/login']);
});

test('remembers it under the key that other tools look for', () => {
  reloadOnce('mf-data', '1.0.0', '/', tab);
  expect(sessionStorage.getItem('dl:reload:mf-data@1.0.0')).not.toBeNull();
});

test('never offline, and leaves no trace then', () => {
  expect(reloadOnce('mf-data', '1.0.0', '/', { ...tab, isOnline: () => false })).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test('never where storage is closed', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(reloadOnce('mf-data', '1.0.0', '/', { ...tab, storage })).toBe(false);
  expect(() => forgetReload('mf-data', '1.0.0', { ...tab, storage })).not.toThrow();
});

test('never where storage forgets at once', () => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  expect(reloadOnce('mf-data', '1.0.0', '/', { ...tab, storage })).toBe(false);
  expect(opened).toEqual([]);
});

test('three times a tab in ten minutes, whatever the remote', () => {
  const tries = ['1', '2', '3', '4'].map((version) => reloadOnce('mf-data', version, '/', tab));
  expect(tries).toEqual([true, true, true, false]);
  time += 10 * MINUTE;
  expect(reloadOnce('mf-data', '5', '/', tab)).toBe(true);
});

test('a version that has loaded well has its reload again', () => {
  reloadOnce('mf-data', '1.0.0', '/', tab);
  forgetReload('mf-data', '1.0.0', tab);
  expect(reloadOnce('mf-data', '1.0.0', '/', tab)).toBe(true);
});

test('with a damaged count none is allowed', () => {
  sessionStorage.setItem('dl:reloads', '{{{');
  expect(isWithinLimit('dl:reloads', tab)).toBe(false);
});
