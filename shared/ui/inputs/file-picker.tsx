import { useRef, type ReactNode } from 'react';
import { Button } from '../core/button.tsx';

export interface FilePickerProps {
  /** The accessible name, which says which file it is about. */
  label: string;
  /** Extensions, as in `<input accept>`. */
  accept?: string;
  children: ReactNode;
  onFile(file: File): void;
}

/** A button that lets the user choose one file. */
export function FilePicker({ label, accept, children, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="ghost" size="small" aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
