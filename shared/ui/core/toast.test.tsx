import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from '../menu/index.ts';
import { Button, ThemeRoot, toast, ToastArea, uiMessages } from '../index.ts';

beforeAll(() => uiMessages.load());
beforeEach(async () => {
  jest.useFakeTimers();
  await act(async () =>
    render(
      <ThemeRoot>
        <ToastArea />
      </ThemeRoot>,
    ),
  );
});
afterEach(() => jest.useRealTimers());

/** Advances time in steps, because a toast that closes starts one timer after another. */
async function pass(milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    await act(async () => jest.advanceTimersByTime(100));
  }
}
/** The time that closing a toast may take. */
const CLOSING_MS = 1_000;

test.each([
  ['success', 5_000],
  ['error', 8_000],
  ['custom', 10_000],
] as const)('a toast of the kind %s is shown for %i ms', async (kind, duration) => {
  act(() => void toast[kind](`A ${kind}`));
  await pass(duration - 100);
  expect(screen.getByText(`A ${kind}`)).toBeInTheDocument();
  await pass(100 + CLOSING_MS);
  expect(screen.queryByText(`A ${kind}`)).not.toBeInTheDocument();
});

test('an error is announced immediately, a success politely', () => {
  act(() => {
    toast.error('Something went wrong.');
    toast.success('New workspace was created!');
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong.');
  expect(screen.getByRole('status')).toHaveTextContent('New workspace was created!');
});

test('a toast is announced even while a dialog is open', async () => {
  const open = <Dialog open title="A question" onClose={() => undefined} children="" />;
  await act(async () => render(<ThemeRoot>{open}</ThemeRoot>));
  act(() => void toast.success('Name saved'));
  expect(screen.getByRole('status')).toHaveTextContent('Name saved');
});

test('its button closes a toast early', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  act(() => void toast.error('Something went wrong.'));
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  await pass(CLOSING_MS);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an offer stays with its button until it is dismissed', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const take = jest.fn();
  act(() => void toast.offer('There is something new.', <Button onClick={take}>Take it</Button>));
  await pass(60_000);
  const offer = within(screen.getByRole('status'));
  expect(offer.getByText('There is something new.')).toBeVisible();
  await user.click(offer.getByRole('button', { name: 'Take it' }));
  expect(take).toHaveBeenCalledTimes(1);
  await user.click(offer.getByRole('button', { name: 'Dismiss' }));
  await pass(CLOSING_MS);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('at most 20 are shown', () => {
  act(() => {
    for (let index = 1; index <= 25; index += 1) toast.success(`Toast ${index}`);
  });
  expect(screen.getAllByRole('status')).toHaveLength(20);
});

test('toasts appear 80 px from the top and 30 px from the right', () => {
  act(() => void toast.success('Saved'));
  const place = () => {
    const { top, right } = getComputedStyle(document.querySelector('.hw-toasts')!);
    return [top, right];
  };
  expect(place()).toEqual(['80px', '30px']);
  const root = getComputedStyle(document.documentElement);
  expect(root.getPropertyValue('--toast-top')).toBe('80px');
  expect(root.getPropertyValue('--toast-right')).toBe('30px');
  // It follows the tokens.
  document.documentElement.style.cssText = '--toast-top: 81px; --toast-right: 31px';
  expect(place()).toEqual(['81px', '31px']);
  document.documentElement.removeAttribute('style');
});
