import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useDialog } from './index.ts';

function page(address: string) {
  let show: ReturnType<typeof useDialog>['show'];
  function Page() {
    const dialog = useDialog();
    show = dialog.show;
    return <p>{`${dialog.name} ${dialog.part}`}</p>;
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return {
    show: (dialog: string | null) => act(async () => show(dialog)),
    query: () => router.state.location.search,
  };
}

test('a dialog and its part are opened, changed, and closed by the address, which keeps its other parameters', async () => {
  const { show, query } = page('/?f.country=de');
  expect(screen.getByText('null null')).toBeVisible();
  await show('alerts');
  expect(screen.getByText('alerts null')).toBeVisible();
  await show('subscribe.deliveries.sub_1');
  expect(screen.getByText('subscribe deliveries.sub_1')).toBeVisible();
  expect(query()).toBe('?f.country=de&dialog=subscribe.deliveries.sub_1');
  await show(null);
  expect(query()).toBe('?f.country=de');
});

test.each([
  ['alerts=1', 'alerts null'],
  ['subscribe=new', 'subscribe new'],
  ['share=1&dialog=versions', 'versions null'],
])('an address of former mails opens the same: %s', async (former, shown) => {
  const { show, query } = page(`/?${former}&search=ann`);
  expect(screen.getByText(shown)).toBeVisible();
  await show('invite');
  expect(query()).toBe('?search=ann&dialog=invite');
});
