import { renderHook } from '@testing-library/react';
import { useUnsavedChanges } from '@headwater/shared/routing';
import { pageBlock, writePageBlock } from '../testing/page-block.ts';
import type { LoadFailure } from './load-failure.ts';
import { forgetReload, isWithinLimit, reloadOnce, type Browser } from './reload-once.ts';

const MINUTE = 60_000;
let opened: string[];
let time: number;
let tab: Browser;

beforeAll(() => {
  const { shell, remotes } = pageBlock();
  writePageBlock({
    shell: { ...shell, canary: true },
    remotes: { ...remotes, 'mf-sources': { ...remotes['mf-sources']!, canary: true } },
  });
});
beforeEach(() => {
  sessionStorage.clear();
  document.cookie = 'dl-avoid=; Max-Age=0; Path=/';
  opened = [];
  time = 1_000_000;
  tab = {
    storage: sessionStorage,
    isOnline: () => true,
    now: () => time,
    open: (address) => opened.push(address),
  };
});

const failed = (remote: string, version: string, kind: LoadFailure['kind'] = 'network'): LoadFailure => ({
  remote,
  version,
  kind,
  address: `/r/${remote}/${version}/x.js`,
});
const reload = (remote: string, version: string, address = '/', browser: Browser = tab) =>
  reloadOnce(failed(remote, version), address, undefined, browser);

test('the page reloads at the destination, once per version and remote', () => {
  expect(reload('mf-data', '1.0.0', '/w/org_a/data?q=1')).toBe(true);
  expect(reload('mf-data', '1.0.0', '/w/org_a/data')).toBe(false);
  expect(reload('mf-data', '1.0.1', '/w/org_a/data')).toBe(true);
  expect(reload('mf-auth', '1.0.0', '/login')).toBe(true);
  expect(opened).toEqual(['/w/org_a/data?q=1', '/w/org_a/data', '/login']);
});

test('the reload is remembered under the key that other code uses', () => {
  reload('mf-data', '1.0.0');
  expect(sessionStorage.getItem('dl:reload:mf-data@1.0.0')).not.toBeNull();
});

test('the key never expires', () => {
  reload('mf-data', '1.0.0');
  time += 24 * 60 * MINUTE;
  expect(reload('mf-data', '1.0.0')).toBe(false);
});

test('nothing reloads or is remembered while offline', () => {
  expect(reload('mf-data', '1.0.0', '/', { ...tab, isOnline: () => false })).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test('nothing reloads if storage is unavailable', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(reload('mf-data', '1.0.0', '/', { ...tab, storage })).toBe(false);
  expect(() => forgetReload('mf-data', '1.0.0', { ...tab, storage })).not.toThrow();
});

test('nothing reloads or throws if even accessing storage throws', () => {
  const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage')!;
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(window, 'sessionStorage', { get: refuse, configurable: true });
  try {
    expect(reloadOnce(failed('mf-data', '1.0.0'), '/')).toBe(false);
    expect(isWithinLimit('dl:reloads')).toBe(false);
    expect(() => forgetReload('mf-data', '1.0.0')).not.toThrow();
  } finally {
    Object.defineProperty(window, 'sessionStorage', own);
  }
});

test('nothing reloads if storage does not keep values', () => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  expect(reload('mf-data', '1.0.0', '/', { ...tab, storage })).toBe(false);
  expect(opened).toEqual([]);
});

test('a tab reloads at most three times in ten minutes, and a prevented reload is not used up', () => {
  expect(['1', '2', '3', '4'].map((version) => reload('mf-data', version))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  time += 10 * MINUTE;
  expect(reload('mf-data', '4')).toBe(true);
});

test('a version that has loaded successfully has its reload again', () => {
  reload('mf-data', '1.0.0');
  forgetReload('mf-data', '1.0.0', tab);
  expect(reload('mf-data', '1.0.0')).toBe(true);
});

test('a part has its own reload', () => {
  expect(reloadOnce(failed('shell', '1'), '/', 'shell/profile', tab)).toBe(true);
  forgetReload('shell', '1', tab);
  expect(reloadOnce(failed('shell', '1'), '/', 'shell/profile', tab)).toBe(false);
});

test('nothing reloads if the count is damaged', () => {
  sessionStorage.setItem('dl:reloads', '{{{');
  expect(isWithinLimit('dl:reloads', tab)).toBe(false);
  expect(reload('mf-data', '1')).toBe(false);
});

describe('with unsaved changes', () => {
  let leave: () => void;
  beforeEach(() => {
    leave = renderHook(() => useUnsavedChanges(true)).unmount;
    history.replaceState(null, '', '/w/org_a/data');
  });
  afterEach(() => leave());

  test('a page that stays is not reloaded until they are saved', () => {
    expect(reload('mf-data', '1', '/w/org_a/data?q=1')).toBe(false);
    leave();
    expect(reload('mf-data', '1', '/w/org_a/data?q=1')).toBe(true);
  });

  test('a page that is being left reloads, because the user has been asked', () => {
    expect(reload('mf-data', '1', '/w/org_a/source-connections')).toBe(true);
  });
});

describe('a canary', () => {
  const CANARY = '1.2.3-abc';
  const SHELL = pageBlock().shell.version;

  test('is avoided by the reloaded page', () => {
    let cookie = '';
    const open = () => (cookie = document.cookie);
    expect(reload('mf-sources', CANARY, '/', { ...tab, open })).toBe(true);
    expect(cookie).toContain(`dl-avoid=mf-sources@${CANARY}`);
  });

  test('is not avoided if nothing reloads', () => {
    reload('mf-sources', CANARY);
    document.cookie = 'dl-avoid=; Max-Age=0; Path=/';
    reload('mf-sources', CANARY);
    expect(document.cookie).toBe('');
  });

  test.each<[LoadFailure['kind'], string, string]>([
    ['network', 'shell', `dl-avoid=shell@${SHELL}`],
    ['share', 'mf-data', `dl-avoid=shell@${SHELL}`],
    ['evaluation', 'mf-data', `dl-avoid=shell@${SHELL}`],
    ['network', 'mf-data', ''],
    ['expose', 'mf-data', ''],
  ])('of the shell is avoided for incompatible remotes: %s of %s', (kind, remote, cookie) => {
    reloadOnce(failed(remote, '1', kind), '/', undefined, tab);
    expect(document.cookie).toBe(cookie);
  });
});
