import { render } from '@testing-library/react';
import { hasUnsavedChanges, useUnsavedChanges } from './unsaved-changes.ts';

function Editor({ changed }: { changed: boolean }) {
  useUnsavedChanges(changed);
  return null;
}

test('there are unsaved changes from the first change until everything is saved or unmounted', () => {
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
