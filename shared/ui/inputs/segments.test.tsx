import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Segments } from './segments.tsx';

const OPTIONS = [
  { value: 'grid', label: 'Grid' },
  { value: 'chart', label: 'Chart' },
  { value: 'plan', label: 'Explain', disabledReason: 'Write a query first' },
];

function Sample() {
  const [value, setValue] = useState('grid');
  return <Segments iconsOnly label="Show as" value={value} options={OPTIONS} onChange={setValue} />;
}

test('is one stop of the Tab key, in which the arrow keys choose what can be chosen', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await user.tab();
  expect(screen.getByRole('radio', { name: 'Grid' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Chart', checked: true })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Grid', checked: true })).toHaveFocus();
  expect(screen.getByRole('radio', { name: 'Explain' })).toBeDisabled();
  expect(screen.getByTitle('Write a query first')).toBeInTheDocument();
});
