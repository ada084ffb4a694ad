import { act, fireEvent, render, screen } from '@testing-library/react';
import { ThemeRoot, uiMessages } from '../index.ts';
import { AddressSearch } from './address-search.tsx';

const PAUSE = 200;

beforeAll(() => uiMessages.load());

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A page that renders a new URL only when it is told to. */
function openSlowPage() {
  const onChange = jest.fn<void, [string]>();
  const page = (value: string) => (
    <ThemeRoot>
      <AddressSearch label="Find" value={value} onChange={onChange} />
    </ThemeRoot>
  );
  const { rerender } = render(page(''));
  const type = (text: string) => {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
    act(() => jest.advanceTimersByTime(PAUSE));
  };
  return { onChange, type, show: (value: string) => rerender(page(value)) };
}

test('what was written before doesn’t replace what has been typed since, however long the page takes', () => {
  const { onChange, type, show } = openSlowPage();
  type('a');
  type('ab');
  show('a');
  expect(screen.getByRole('searchbox')).toHaveValue('ab');
  show('ab');
  expect(screen.getByRole('searchbox')).toHaveValue('ab');
  expect(onChange.mock.calls).toEqual([['a'], ['ab']]);
});

test('a change from elsewhere replaces the text, also back to what was typed once', () => {
  const { type, show } = openSlowPage();
  type('a');
  show('a');
  type('ab');
  show('ab');
  show('a');
  expect(screen.getByRole('searchbox')).toHaveValue('a');
  show('');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});
