import { act, render, screen } from '@testing-library/react';
import { Stack, Text, ThemeRoot } from '../index.ts';

test('`as` makes another element of a component, and its own props stay off it', async () => {
  await act(async () =>
    render(
      <ThemeRoot>
        <Stack as="section" gap={2} aria-label="part">
          <Text as="p" tone="muted" size={13}>
            said
          </Text>
        </Stack>
      </ThemeRoot>,
    ),
  );
  const said = screen.getByText('said');
  expect(said.tagName).toBe('P');
  expect(said).not.toHaveAttribute('tone');
  expect(said).not.toHaveAttribute('size');
  expect(screen.getByRole('region', { name: 'part' })).not.toHaveAttribute('gap');
});
