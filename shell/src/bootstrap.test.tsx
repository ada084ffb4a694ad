import { act, screen } from '@testing-library/react';
import { api } from '@headwater/shared/api';
import { errorsOf, fakeApi } from '@headwater/shared/testing';
import { bootstrap } from './bootstrap.tsx';
import { browser } from './remotes/reload-once.ts';
import { writePageBlock } from './testing/page-block.ts';
import { runEntries, sessionOf } from './testing/start-shell.tsx';
import { startFederation } from './testing/remote-entries.ts';

let errors: jest.SpyInstance;
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  errors = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => errors.mockRestore());

test('errors before anything can be shown are left to the page’s first script', async () => {
  const page = { requests: {}, startFailed: jest.fn() };
  window.__HEADWATER__ = page;
  await bootstrap(); // the page has no block
  expect(page.startFailed).toHaveBeenCalledTimes(1);
  expect(page).toMatchObject({ hasStarted: true });
  expect(errors).toHaveBeenCalledTimes(1);
});

test('bootstrap shows the page at the URL, and then a 401 reloads the page and other errors are reported', async () => {
  writePageBlock();
  startFederation();
  runEntries();
  window.history.replaceState(null, '', '/login');
  const calls = fakeApi({
    ...sessionOf(null),
    'GET lost': errorsOf(401, []),
    'GET broken': errorsOf(400, []),
  });
  await act(bootstrap);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(calls.callsTo('GET sessions')).toHaveLength(1);

  const open = jest.spyOn(browser, 'open').mockImplementation(() => {});
  await expect(api.get('lost')).rejects.toMatchObject({ status: 401 });
  expect(open).toHaveBeenCalledWith(location.href);
  expect(errors).not.toHaveBeenCalled();

  await expect(api.get('broken')).rejects.toMatchObject({ status: 400 });
  const details = { kind: 'api', method: 'GET', path: 'broken', requestId: 'req_test' };
  expect(errors).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(details));
  expect(open).toHaveBeenCalledTimes(1);
  open.mockRestore();
});
