import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ThemeRoot } from '../index.ts';
import { Button, type ButtonProps } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const wrapped = (props: ButtonProps) => (
  <MemoryRouter>
    <ThemeRoot>
      <Button {...props} />
    </ThemeRoot>
  </MemoryRouter>
);
const show = async (props: ButtonProps) => {
  const view = await act(async () => render(wrapped(props)));
  return { user: userEvent.setup(), change: (next: ButtonProps) => view.rerender(wrapped(next)) };
};

test('a button with a disabled reason stays reachable, shows the reason, and does nothing', async () => {
  const onClick = jest.fn();
  const { user } = await show({
    children: 'Sync now',
    disabledReason: 'Only editors can start a run',
    onClick,
  });
  const button = screen.getByRole('button', { name: 'Sync now' });
  await user.tab();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('Only editors can start a run');
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('a busy button shows only its busy label, and a second click does nothing', async () => {
  const onClick = jest.fn();
  const props = { children: 'Save', busyLabel: 'Saving...', onClick };
  const { user, change } = await show(props);
  expect(screen.getByRole('button')).toHaveTextContent(/^Save$/);
  change({ ...props, busy: true });
  expect(screen.getByRole('button', { name: 'Saving...' })).toHaveTextContent(/^Saving\.\.\.$/);
  await user.click(screen.getByRole('button'));
  expect(onClick).not.toHaveBeenCalled();
});

test('the width of both labels is reserved, so that nothing moves', async () => {
  const { change } = await show({ children: 'Save', busyLabel: 'Saving...' });
  const reserved = () => screen.getByRole('button').querySelector('[data-other]')?.getAttribute('data-other');
  expect(reserved()).toBe('Saving...');
  change({ children: 'Save', busyLabel: 'Saving...', busy: true });
  expect(reserved()).toBe('Save');
});

test('a button with a destination is a link', async () => {
  await show({ children: 'Connect a source', to: '/new' });
  const link = screen.getByRole('link', { name: 'Connect a source' });
  expect(link).toHaveAttribute('href', '/new');
  expect(link).not.toHaveAttribute('type');
});

test('the label of an icon button is its name', async () => {
  await act(async () => render(<IconButton label="Dismiss">x</IconButton>));
  expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveAttribute('title', 'Dismiss');
});

describe('a click', () => {
  const ripple = () => document.querySelector('.MuiTouchRipple-rippleVisible');
  const press = (button: HTMLElement) => userEvent.setup().pointer({ keys: '[MouseLeft>]', target: button });

  test.each(['primary', 'secondary', 'ghost', 'danger'] as const)(
    'on a %s button ripples',
    async (variant) => {
      await show({ children: 'Save', variant });
      await press(screen.getByRole('button'));
      expect(ripple()).toBeInTheDocument();
    },
  );

  test('keeps rippling if it makes the button busy', async () => {
    const { change } = await show({ children: 'Save' });
    await press(screen.getByRole('button'));
    change({ children: 'Save', busy: true });
    expect(ripple()).toBeInTheDocument();
  });

  test('on a button with a disabled reason does not ripple', async () => {
    await show({ children: 'Save', disabledReason: 'Not yet' });
    await press(screen.getByRole('button'));
    expect(ripple()).not.toBeInTheDocument();
  });

  test('on an icon button ripples', async () => {
    await act(async () => render(<IconButton label="Dismiss">x</IconButton>));
    await press(screen.getByRole('button'));
    expect(ripple()).toBeInTheDocument();
  });
});
