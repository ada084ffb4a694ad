import { SHORTCUTS } from '@headwater/shared/ui/menu';
import { screen, within } from '@testing-library/react';
import { forgetEntries } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

beforeEach(runEntries);
afterEach(() => {
  jest.restoreAllMocks();
  forgetEntries();
});

const start = async () => {
  const shell = await startShell('/w/org_finch/data', sessionOf({}));
  await shell.heading('Data');
  return shell;
};
const list = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
const keysOf = (action: string, within_: HTMLElement) =>
  [...within(within_).getByText(action).closest('div')!.querySelectorAll('kbd')].map(
    (key) => key.textContent,
  );

test('opens from the user menu, and says what this machine calls its keys', async () => {
  const { user } = await start();
  await user.click(await screen.findByRole('button', { name: /Mara Lindqvist/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  const everywhere = within(await list()).getByRole('region', { name: 'Everywhere' });
  expect(keysOf('Search the workspace', everywhere)).toEqual(['Ctrl+K']);
  const report = screen.getByRole('region', { name: 'While editing a report' });
  expect(keysOf('Redo', report)).toEqual(['Ctrl+Shift+Z']);
  expect(within(await list()).getAllByRole('term')).toHaveLength(
    Object.values(SHORTCUTS).flatMap((group) => Object.keys(group)).length,
  );
});

test('opens by its own key, with the signs of a Mac on one, but not where that key is written', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh)');
  const { user } = await start();
  const field = document.body.appendChild(document.createElement('input'));
  await user.type(field, '?');
  expect(field).toHaveValue('?');
  field.remove();
  await user.keyboard('{Control>}?{/Control}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('?');
  const sql = within(await list()).getByRole('region', { name: 'In the SQL editor' });
  expect(keysOf('Format the query', sql)).toEqual(['⇧ ⌥ F']);
  expect(document.querySelector('[aria-keyshortcuts="Meta+K"]')).toHaveTextContent('Search');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
