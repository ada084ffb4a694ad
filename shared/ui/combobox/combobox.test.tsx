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
const escapes = jest.fn();

function Zone() {
  const [value, setValue] = useState('Europe/Berlin');
  return (
    <ThemeRoot>
      {/* what surrounds it, such as a drawer, closes by the same key */}
      <div onKeyDown={(event) => event.key === 'Escape' && escapes()}>
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

test('shows what is chosen, and on demand everything else', async () => {
  const { user, box } = await show();
  expect(box).toHaveValue('Europe/Berlin');
  expect(box).toHaveAccessibleDescription('It is Europe/Berlin');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.click(box);
  expect(screen.getByRole('listbox', { name: 'Time zone' })).toBeVisible();
  expect(offered()).toHaveLength(4);
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Europe/Berlin');
});

test('finds any part of a name, whatever its case and accents, and takes it by keyboard', async () => {
  const { user, box } = await show();
  await user.clear(box);
  await user.type(box, 'sao p');
  expect(offered()).toEqual(['America/São Paulo']);
  await user.keyboard('{Enter}');
  expect(box).toHaveAccessibleDescription('It is America/São_Paulo');
  expect(box).toHaveValue('America/São Paulo');
});

test('takes what is pressed', async () => {
  const { user, box } = await show();
  await user.click(box);
  await user.click(screen.getByRole('option', { name: 'UTC' }));
  expect(box).toHaveAccessibleDescription('It is UTC');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

test('says so where nothing fits, and keeps what was chosen', async () => {
  const { user, box } = await show();
  await user.clear(box);
  await user.type(box, 'atlantis');
  expect(screen.getByRole('status')).toHaveTextContent('No matches. Try fewer letters.');
  await user.tab();
  expect(box).toHaveValue('Europe/Berlin');
});

test('Escape closes its list first, and only then what surrounds it', async () => {
  const { user, box } = await show();
  await user.click(box);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(escapes).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(escapes).toHaveBeenCalledTimes(1);
});
