import { render, screen } from '@testing-library/react';
import { SafeMarkdown } from './safe-markdown.tsx';

test('Markdown becomes elements, and nothing else does', () => {
  const { container } = render(
    <SafeMarkdown
      text={
        '# What changed\n**Boots** carried it.\n\n- one\n- [two](https://example.com)\n\n<img src=x onerror=alert(1)> [bad](javascript:alert(1))'
      }
    />,
  );
  expect(screen.getByRole('heading', { name: 'What changed' })).toBeVisible();
  expect(screen.getByText('Boots').tagName).toBe('STRONG');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'two' })).toHaveAttribute('href', 'https://example.com');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(container.querySelector('img')).toBeNull();
});
