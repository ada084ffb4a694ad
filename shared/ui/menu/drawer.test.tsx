import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ThemeRoot, uiMessages } from '../index.ts';
import { Drawer } from './drawer.tsx';
import { Popover } from './popover.tsx';

beforeAll(() => uiMessages.load());

function Sample() {
  const [open, setOpen] = useState(false);
  return (
    <ThemeRoot>
      <button onClick={() => setOpen(true)}>Open</button>
      <Drawer open={open} title="Your profile" onClose={() => setOpen(false)}>
        <input aria-label="Name" />
        <Popover label="Photo" trigger={(wiring) => <button {...wiring}>Change</button>}>
          {() => <p>JPEG or PNG</p>}
        </Popover>
      </Drawer>
    </ThemeRoot>
  );
}

async function show() {
  await act(async () => render(<Sample />));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return { user, drawer: await screen.findByRole('dialog', { name: 'Your profile' }) };
}
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('is a named modal dialog on the layer of overlay panels, and gets the focus', async () => {
  const { drawer } = await show();
  expect(drawer).toHaveAttribute('aria-modal', 'true');
  expect(drawer).toContainElement(document.activeElement as HTMLElement);
  expect(screen.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument(); // hidden from screen readers
  const layer = () => getComputedStyle(drawer.closest('.MuiModal-root')!).zIndex;
  expect(layer()).toBe('600');
  expect(getComputedStyle(document.documentElement).getPropertyValue('--z-panel')).toBe('600');
  // It follows the token.
  document.documentElement.style.cssText = '--z-panel: 601';
  expect(layer()).toBe('601');
  document.documentElement.removeAttribute('style');
});

test('traps the focus', async () => {
  const { user, drawer } = await show();
  for (let stop = 0; stop < 4; stop += 1) {
    await user.tab();
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
  }
});

test.each([
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  [
    'its button',
    (user: ReturnType<typeof userEvent.setup>) =>
      user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' })),
  ],
  [
    'a click outside',
    (user: ReturnType<typeof userEvent.setup>) => user.click(document.querySelector('.MuiBackdrop-root')!),
  ],
])('%s closes it and returns the focus', async (_, close) => {
  const { user } = await show();
  await close(user);
  await isGone();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('what is opened from within it is over it', async () => {
  const { user, drawer } = await show();
  await user.click(within(drawer).getByRole('button', { name: 'Change' }));
  const popover = await screen.findByRole('dialog', { name: 'Photo' });
  expect(drawer.closest('.MuiModal-root')).toContainElement(popover);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(popover).not.toBeInTheDocument());
  expect(within(drawer).getByRole('button', { name: 'Change' })).toHaveFocus();
});
