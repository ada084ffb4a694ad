import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeRoot, uiMessages } from '../index.ts';
import { Menu, MenuDivider, MenuGroup, MenuItem } from './menu.tsx';

beforeAll(() => uiMessages.load());

async function open() {
  await act(async () =>
    render(
      <ThemeRoot>
        <Menu trigger={(wiring) => <button {...wiring}>More</button>}>
          <MenuItem>Profile</MenuItem>
          <MenuDivider />
          <MenuGroup label="Language">
            <MenuItem selected>English</MenuItem>
            <MenuItem selected={false}>Deutsch</MenuItem>
          </MenuGroup>
        </Menu>
      </ThemeRoot>,
    ),
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'More' }));
  return { user, menu: screen.getByRole('menu') };
}

test('owns nothing but items, groups of items, and lines between them', async () => {
  const { menu } = await open();
  expect(within(menu).queryByRole('listitem')).not.toBeInTheDocument();
  expect(within(menu).queryByRole('list')).not.toBeInTheDocument();
  expect(within(menu).getByRole('separator')).toBeInTheDocument();
  const group = within(menu).getByRole('group', { name: 'Language' });
  expect([...group.children].map(({ role }) => role)).toEqual(['menuitemradio', 'menuitemradio']);
});

test('arrow keys and letters go through groups', async () => {
  const { user } = await open();
  expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitemradio', { name: 'English' })).toHaveFocus();
  await user.keyboard('d');
  expect(screen.getByRole('menuitemradio', { name: 'Deutsch' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus();
});
