import { act, render, screen } from '@testing-library/react';
import { Stack, Text, ThemeRoot } from '../index.ts';

test("`as` changes a component's element, and the component's own props don't reach it", async () => {
  await act(async () =>
    render(
      <ThemeRoot>
        <Stack as="section" gap={2} aria-label="part">
          <Text as="p" tone="muted" size={13}>
            some text
          </Text>
        </Stack>
      </ThemeRoot>,
    ),
  );
  const text = screen.getByText('some text');
  expect(text.tagName).toBe('P');
  expect(text).not.toHaveAttribute('tone');
  expect(text).not.toHaveAttribute('size');
  expect(screen.getByRole('region', { name: 'part' })).not.toHaveAttribute('gap');
});
