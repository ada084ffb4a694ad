import { fireEvent, render, screen } from '@testing-library/react';
import { uiMessages } from '../ui-messages.ts';
import { CodeBlock } from './code-block.tsx';

beforeAll(() => uiMessages.load());

test('code is saved as a file, and stays readable while the browser saves it', () => {
  jest.useFakeTimers();
  const revoked: string[] = [];
  Object.assign(URL, {
    createObjectURL: () => 'blob:grant',
    revokeObjectURL: (url: string) => revoked.push(url),
  });
  const saved: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.href} as ${this.download}`);
  });
  render(<CodeBlock code="grant select" caption="grant.sql" fileName="grant.sql" />);
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(saved).toEqual(['blob:grant as grant.sql']);
  expect(revoked).toEqual([]);
  jest.runAllTimers();
  expect(revoked).toEqual(['blob:grant']);
  click.mockRestore();
  jest.useRealTimers();
});
