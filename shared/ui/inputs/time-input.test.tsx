import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TimeInput, timeOf } from './time-input.tsx';

test.each([
  ['6', '06:00'],
  ['18', '18:00'],
  ['630', '06:30'],
  ['6.30', '06:30'],
  ['06:30', '06:30'],
  ['2359', '23:59'],
  ['24', ''],
  ['12:60', ''],
  ['noon', ''],
  ['', ''],
])('%j means %j', (text, time) => expect(timeOf(text)).toBe(time));

function Field() {
  const [value, setValue] = useState('06:30');
  return (
    <>
      <TimeInput label="From" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test('completes a time when the field is left, and keeps what is not a time for correction', async () => {
  const user = userEvent.setup();
  render(<Field />);
  const field = screen.getByRole('textbox', { name: 'From' });
  await user.clear(field);
  await user.type(field, '7');
  expect(screen.getByRole('status')).toHaveTextContent('06:30');
  await user.tab();
  expect(field).toHaveValue('07:00');
  expect(screen.getByRole('status')).toHaveTextContent('07:00');
  await user.clear(field);
  await user.type(field, '25');
  await user.tab();
  expect(field).toHaveValue('25');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
