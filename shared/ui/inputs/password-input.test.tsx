import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ThemeRoot, uiMessages } from '../index.ts';
import { PasswordInput } from './password-input.tsx';

beforeAll(() => uiMessages.load());

function Password({ strength }: { strength?: boolean }) {
  const [value, setValue] = useState('');
  return (
    <ThemeRoot>
      <PasswordInput
        label="Password"
        strength={strength}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </ThemeRoot>
  );
}
const show = async (strength?: boolean) => {
  await act(async () => render(<Password strength={strength} />));
  return userEvent.setup();
};

test('the toggle shows the password, has a label for its next action, and keeps what was typed', async () => {
  const user = await show();
  await user.type(screen.getByLabelText('Password'), 'secret');
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(screen.getByLabelText('Password')).toHaveValue('secret');
});

test('there is no strength meter unless it is requested', async () => {
  await show();
  expect(screen.queryByRole('meter')).not.toBeInTheDocument();
});

test('the strength meter follows what is typed', async () => {
  const user = await show(true);
  const meter = screen.getByRole('meter', { name: 'Password strength' });
  expect(meter).toHaveAttribute('aria-valuenow', '0');
  await user.type(screen.getByLabelText('Password'), 'abcde1');
  expect(meter).toHaveAttribute('aria-valuetext', 'Medium');
  await user.type(screen.getByLabelText('Password'), 'FG');
  expect(meter).toHaveAttribute('aria-valuetext', 'Strong');
});
