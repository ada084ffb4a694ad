import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ThemeRoot, uiMessages } from '../index.ts';
import { SearchInput } from './search-input.tsx';

beforeAll(() => uiMessages.load());

function Search() {
  const [text, setText] = useState('');
  return (
    <ThemeRoot>
      <SearchInput label="Find" value={text} onChange={setText} />
    </ThemeRoot>
  );
}

test('a pasted text is cut where the server would refuse it', async () => {
  const user = userEvent.setup();
  render(<Search />);
  await user.click(screen.getByRole('searchbox'));
  await user.paste('a'.repeat(300));
  expect(screen.getByRole('searchbox')).toHaveValue('a'.repeat(200));
});
