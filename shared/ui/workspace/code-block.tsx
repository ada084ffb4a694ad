import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { CopyButton } from '../core/copy-button.tsx';

export interface CodeBlockProps {
  /** The code to show and copy. */
  code: string;
  /** What it is and where to run it: "grant.sql, run as an owner of shop". */
  caption: string;
  /** The same text with markup, if plain text is not enough. */
  children?: ReactNode;
}

/** Code with a caption and a button to copy it. */
export function CodeBlock({ code, caption, children }: CodeBlockProps) {
  return (
    <Root>
      <figcaption>
        {caption}
        <CopyButton text={code} wordy />
      </figcaption>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <pre tabIndex={0} aria-label={caption}>
        <code>{children ?? code}</code>
      </pre>
    </Root>
  );
}

const Root = styled('figure')({
  borderRadius: 'var(--radius)',
  background: 'var(--surface-2)',
  boxShadow: 'inset 0 0 0 1px var(--line)',
  '& figcaption': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: 34,
    padding: '0 4px 0 12px',
    fontSize: 'var(--size-12)',
    color: 'var(--text-3)',
    borderBottom: 'var(--hair)',
  },
  '& pre': {
    padding: '10px 12px',
    overflowX: 'auto',
    fontSize: 12,
    lineHeight: 1.65,
    tabSize: 2,
    color: 'var(--text)',
  },
  '& pre code': { fontSize: 'inherit' },
});
