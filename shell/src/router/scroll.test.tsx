import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from '@headwater/shared/routing';
import { useScrollPosition } from './scroll.ts';

/** The window of a page that is as long as `length` says. */
function fakeWindow() {
  const page = { length: 5_000, grow: () => undefined as void };
  jest.spyOn(window, 'scrollTo').mockImplementation(((_left: number, top: number) => {
    Object.defineProperty(window, 'scrollY', { value: Math.min(top, page.length), configurable: true });
    window.dispatchEvent(new Event('scroll'));
  }) as typeof window.scrollTo);
  globalThis.ResizeObserver = class {
    constructor(tell: () => void) {
      page.grow = tell;
    }
    observe() {}
    unobserve() {}
    disconnect() {
      page.grow = () => undefined;
    }
  } as unknown as typeof ResizeObserver;
  return page;
}

function Root() {
  useScrollPosition();
  return <Outlet />;
}

async function open() {
  const router = createMemoryRouter(
    [
      {
        element: <Root />,
        children: [
          { path: '/long', element: <p>long</p> },
          { path: '/other', element: <p>other</p> },
        ],
      },
    ],
    { initialEntries: ['/long'] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByText('long');
  return router;
}

let page: ReturnType<typeof fakeWindow>;
beforeEach(() => {
  page = fakeWindow();
  window.scrollTo(0, 0);
});
afterEach(() => jest.restoreAllMocks());

test('another page begins at its top, and Back shows the former one where it was', async () => {
  const router = await open();
  window.scrollTo(0, 900);
  await act(() => router.navigate('/other'));
  expect(window.scrollY).toBe(0);
  await act(() => router.navigate(-1));
  expect(window.scrollY).toBe(900);
});

test('a change of the query stays where it is', async () => {
  const router = await open();
  window.scrollTo(0, 900);
  await act(() => router.navigate('/long?filter=a'));
  expect(window.scrollY).toBe(900);
});

test('a page that is still loading is scrolled once it is long enough, unless somebody scrolls', async () => {
  const router = await open();
  window.scrollTo(0, 900);
  await act(() => router.navigate('/other'));
  page.length = 100;
  await act(() => router.navigate(-1));
  expect(window.scrollY).toBe(100);
  page.length = 5_000;
  page.grow();
  expect(window.scrollY).toBe(900);
  await act(() => router.navigate('/other'));
  page.length = 100;
  await act(() => router.navigate(-1));
  window.dispatchEvent(new Event('wheel'));
  page.length = 5_000;
  page.grow();
  expect(window.scrollY).toBe(100);
});
