import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeRoot, uiMessages } from '../index.ts';
import { accepts, FileDrop, type FileDropProps } from './file-drop.tsx';

beforeAll(() => uiMessages.load());

const csv = (name: string) => new File(['id\n1'], name, { type: 'text/csv' });

async function show(props: Partial<FileDropProps> = {}) {
  const onFiles = jest.fn();
  await act(async () =>
    render(
      <ThemeRoot>
        <FileDrop label="Files" accept=".csv" multiple files={[]} onFiles={onFiles} {...props} />
      </ThemeRoot>,
    ),
  );
  const names = () => onFiles.mock.calls.map(([files]) => files.map((file: File) => file.name));
  return { user: userEvent.setup(), names };
}
const zone = () => screen.getByRole('group', { name: 'Files' }).querySelector('div')!;
const drop = (files: File[]) => fireEvent.drop(zone(), { dataTransfer: { files } });

test('accepts several dropped files, and none of another type', async () => {
  const { names } = await show();
  drop([csv('orders.csv'), new File([''], 'photo.png'), csv('CUSTOMERS.CSV')]);
  expect(names()).toEqual([['orders.csv', 'CUSTOMERS.CSV']]);
  expect(screen.getByText("photo.png isn't a CSV file")).toBeVisible();
  expect(screen.getByRole('button', { name: 'choose them' })).toHaveAccessibleDescription(
    "photo.png isn't a CSV file",
  );
});

test('accepts only the first file if one is requested', async () => {
  const { names } = await show({ multiple: false });
  drop([csv('a.csv'), csv('b.csv')]);
  expect(names()).toEqual([['a.csv']]);
});

test('its button opens the browser’s file chooser, by keyboard too', async () => {
  const { user } = await show();
  const opened = jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  await user.tab();
  expect(screen.getByRole('button', { name: 'choose them' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledTimes(1);
  opened.mockRestore();
});

test('the same file can be chosen twice', async () => {
  const { user, names } = await show();
  const input = zone().querySelector('input')!;
  await user.upload(input, csv('a.csv'));
  await user.upload(input, csv('a.csv'));
  expect(names()).toEqual([['a.csv'], ['a.csv']]);
  // A browser fires no event if the input already has the chosen file.
  expect(input.files).toHaveLength(0);
});

test('shows the progress of each file, and removes one', async () => {
  const onRemove = jest.fn();
  const { user } = await show({
    onRemove,
    files: [
      { id: '1', name: 'a.csv', bytes: 2_048, progress: 0.4 },
      { id: '2', name: 'b.csv', bytes: 2_048, done: true },
      { id: '3', name: 'c.csv', bytes: 2_048, error: 'Too large' },
    ],
  });
  expect(screen.getByRole('progressbar', { name: 'Uploading a.csv' })).toHaveAttribute('aria-valuenow', '40');
  expect(screen.getByText('Too large')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove b.csv' }));
  expect(onRemove).toHaveBeenCalledWith('2');
});

test.each([
  [undefined, 'a.bin', true],
  ['.csv, .json', 'A.JSON', true],
  ['.csv', 'a.csv.exe', false],
] as const)('with accept %s, %s is accepted: %s', (accept, name, accepted) =>
  expect(accepts(accept, { name })).toBe(accepted),
);
