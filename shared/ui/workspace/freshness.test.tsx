import { render, screen } from '@testing-library/react';
import { Freshness } from './freshness.tsx';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const isDelayed = () => screen.getByText('5 hours ago').parentElement!.hasAttribute('data-delayed');

test('data that is older than its target is delayed', () => {
  const { rerender } = render(<Freshness asOf={ago(5)} lateAt={ago(1)} />);
  expect(isDelayed()).toBe(true);
  rerender(<Freshness asOf={ago(5)} lateAt={ago(-1)} />);
  expect(isDelayed()).toBe(false);
  rerender(<Freshness asOf={ago(5)} lateAt={null} />);
  expect(isDelayed()).toBe(false);
});
