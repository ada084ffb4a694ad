import { act, screen, waitFor } from '@testing-library/react';
import { setLanguage, setTimeZone } from '@headwater/shared/messages';
import { errorsOf } from '@headwater/shared/testing';
import { openProfile, profileOf, type ProfileOptions } from '../../testing/profile.ts';
import { forgetEntries } from '../../testing/remote-entries.ts';
import { runEntries } from '../../testing/start-shell.tsx';

beforeEach(runEntries);
afterEach(async () => {
  forgetEntries();
  act(() => setTimeZone(null));
  await act(() => setLanguage('en'));
});

const EDIT = 'PATCH profile';

async function openGeneral(options?: ProfileOptions) {
  const shell = await openProfile('general', { api: { [EDIT]: profileOf() }, ...options });
  await screen.findByRole('textbox', { name: 'Name' });
  const edits = () => shell.api.callsTo(EDIT).map(({ body }) => body!.data.attributes);
  return { ...shell, edits };
}
const name = () => screen.getByRole('textbox', { name: 'Name' });

test('the name is saved and shown in the menu', async () => {
  const { user, press, edits } = await openGeneral({ api: { [EDIT]: profileOf({ name: 'Mara Berg' }) } });
  await user.clear(name());
  await user.type(name(), 'Mara Berg ');
  await press('Save name');
  expect(await screen.findByText('Name saved')).toBeVisible();
  expect(edits()).toEqual([{ name: 'Mara Berg ' }]);
  expect(screen.getByRole('button', { name: /Mara Berg/, hidden: true })).toBeInTheDocument();
});

test.each([
  ['  ', 'Enter your name'],
  ['x'.repeat(81), "Can't be more than 80 characters long"],
])('the name "%s" is refused before it is sent', async (text, fault) => {
  const { user, press, edits } = await openGeneral();
  await user.clear(name());
  await user.paste(text);
  await press('Save name');
  expect(name()).toHaveAccessibleDescription(fault);
  expect(edits()).toEqual([]);
});

test('language and theme are applied immediately and saved in the profile', async () => {
  const { user, edits } = await openGeneral();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(await screen.findByRole('dialog', { name: 'Ihr Profil' })).toBeVisible();
  await waitFor(() => expect(edits()).toEqual([{ theme: 'dark' }, { language: 'de' }]));
});

test('a choice that cannot be saved applies to this browser, and an error is shown', async () => {
  const { user } = await openGeneral({
    api: { [EDIT]: errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 9 } }]) },
  });
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(await screen.findByText('Too many attempts. Try again in 9 seconds.')).toBeVisible();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

describe('the time zone', () => {
  const zone = () => screen.getByRole('combobox', { name: 'Time zone' });

  test("is the browser's until another one is chosen", async () => {
    const { user, edits } = await openGeneral();
    expect(zone()).toHaveValue(`Browser time zone (${new Intl.DateTimeFormat().resolvedOptions().timeZone})`);
    await user.clear(zone());
    await user.type(zone(), 'new york');
    await user.keyboard('{Enter}');
    expect(zone()).toHaveValue('America/New York');
    expect(zone()).toHaveAccessibleDescription(
      /^All times are shown in this time zone\. It's \d\d:\d\d GMT-[45] there now\.$/,
    );
    await waitFor(() => expect(edits()).toEqual([{ timeZone: 'America/New_York' }]));
  });

  test("can be the browser's again", async () => {
    const { user, edits } = await openGeneral({ profile: { timeZone: 'Asia/Tokyo' } });
    expect(zone()).toHaveValue('Asia/Tokyo');
    await user.click(zone());
    await user.click(screen.getByRole('option', { name: /^Browser time zone/ }));
    await waitFor(() => expect(edits()).toEqual([{ timeZone: null }]));
  });
});
