import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ThemeRoot, uiMessages } from '../index.ts';
import { Combobox } from './combobox.tsx';

beforeAll(() => uiMessages.load());

const OPTIONS = ['America/New York', 'America/São Paulo', 'Europe/Berlin', 'UTC'].map((label) => ({
  value: label.replace(' ', '_'),
  label,
}));
const onEscape = jest.fn();

function Zone() {
  const [value, setValue] = useState('Europe/Berlin');
  return (
    <ThemeRoot>
      {/* a parent such as a drawer closes with the same key */}
      <div onKeyDown={(event) => event.key === 'Escape' && onEscape()}>
        <Combobox
          label="Time zone"
          hint={`It is ${value}`}
          value={value}
          options={OPTIONS}
          onChange={setValue}
        />
      </div>
    </ThemeRoot>
  );
}

async function show() {
  await act(async () => render(<Zone />));
  return { user: userEvent.setup(), box: screen.getByRole('combobox', { name: 'Time zone' }) };
}
const offered = () => screen.getAllByRole('option').map((option) => option.textContent);

test('shows the chosen option, and all others on request', async () => {
  const { user, box } = await show();
  expect(box).toHaveValue('Europe/Berlin');
  expect(box).toHaveAccessibleDescription('It is Europe/Berlin');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.click(box);
  expect(screen.getByRole('listbox', { name: 'Time zone' })).toBeVisible();
  expect(offered()).toHaveLength(4);
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Europe/Berlin');
});

test('finds any part of a name regardless of case and accents, and selects it by keyboard', async () => {
  const { user, box } = await show();
  await user.clear(box);
  await user.type(box, 'sao p');
  expect(offered()).toEqual(['America/São Paulo']);
  await user.keyboard('{Enter}');
  expect(box).toHaveAccessibleDescription('It is America/São_Paulo');
  expect(box).toHaveValue('America/São Paulo');
});

test('what is typed stays when a parent renders equal options again', async () => {
  const again = () => (
    <ThemeRoot>
      <Combobox
        label="Time zone"
        value="UTC"
        options={OPTIONS.map((one) => ({ ...one }))}
        onChange={() => undefined}
      />
    </ThemeRoot>
  );
  const { rerender } = await act(async () => render(again()));
  const user = userEvent.setup();
  const box = screen.getByRole('combobox', { name: 'Time zone' });
  await user.clear(box);
  await user.type(box, 'berl');
  await act(async () => rerender(again()));
  expect(box).toHaveValue('berl');
  expect(offered()).toEqual(['Europe/Berlin']);
});

test('selects the option that is clicked', async () => {
  const { user, box } = await show();
  await user.click(box);
  await user.click(screen.getByRole('option', { name: 'UTC' }));
  expect(box).toHaveAccessibleDescription('It is UTC');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

test('shows that nothing matches, and keeps the chosen option', async () => {
  const { user, box } = await show();
  await user.clear(box);
  await user.type(box, 'atlantis');
  expect(screen.getByRole('status')).toHaveTextContent('No matches. Try fewer letters.');
  await user.tab();
  expect(box).toHaveValue('Europe/Berlin');
});

test('Escape closes its list first, and only then its parent', async () => {
  const { user, box } = await show();
  await user.click(box);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(onEscape).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalledTimes(1);
});
