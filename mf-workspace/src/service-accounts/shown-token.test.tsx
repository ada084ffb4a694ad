import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { handToken, useShownToken } from './shown-token.ts';

const PATH = '/w/org_finch/service-accounts/sva_1';
const NEW = {
  ...{ id: 'tok_1', type: 'service_account_tokens' as const },
  ...{ serviceAccountId: 'sva_1', token: 'hw_sa_new', expiresAt: '2027-01-01T00:00:00Z' },
};

function Shown({ id = 'sva_1' }: { id?: string }) {
  return <p>{useShownToken(id, PATH)?.token ?? 'none'}</p>;
}

afterEach(() => window.history.replaceState(null, '', '/'));

test('a token is shown although the first rendering of its page was thrown away', async () => {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const Rest = () => {
    use(loaded);
    return null;
  };
  window.history.replaceState(null, '', PATH);
  handToken(NEW);
  await act(async () =>
    render(
      <Suspense fallback="waits">
        <Shown />
        <Rest />
      </Suspense>,
    ),
  );
  expect(screen.getByText('waits')).toBeVisible();
  await act(async () => load());
  expect(screen.getByText('hw_sa_new')).toBeVisible();
});

test('a token stays while its page is built anew, is never another account’s, and is gone once the page was left', () => {
  window.history.replaceState(null, '', PATH);
  handToken(NEW);
  const { rerender } = render(<Shown key="one" />);
  expect(screen.getByText('hw_sa_new')).toBeVisible();
  rerender(<Shown key="two" />);
  expect(screen.getByText('hw_sa_new')).toBeVisible();
  rerender(<Shown key="three" id="sva_2" />);
  expect(screen.getByText('none')).toBeVisible();
  window.history.replaceState(null, '', '/w/org_finch/service-accounts');
  rerender(<></>);
  rerender(<Shown />);
  expect(screen.getByText('none')).toBeVisible();
});
