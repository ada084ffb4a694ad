import { render } from '@testing-library/react';
import { hasUnsavedChanges, useUnsavedChanges } from './unsaved-changes.ts';

function Editor({ changed }: { changed: boolean }) {
  useUnsavedChanges(changed);
  return null;
}

test('holds from the first change on, until everything is saved or gone', () => {
  const one = render(<Editor changed={false} />);
  expect(hasUnsavedChanges()).toBe(false);
  one.rerender(<Editor changed />);
  const other = render(<Editor changed />);
  expect(hasUnsavedChanges()).toBe(true);
  one.rerender(<Editor changed={false} />);
  expect(hasUnsavedChanges()).toBe(true);
  other.unmount();
  expect(hasUnsavedChanges()).toBe(false);
});
