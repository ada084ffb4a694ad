import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Button } from '../core/button.tsx';
import { CopyButton } from '../core/copy-button.tsx';
import { saveFile } from './save-file.ts';
import { IconDownload } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';

export interface CodeBlockProps {
  /** The code to show and copy. */
  code: string;
  /** What it is and where to run it: "grant.sql, run as an owner of shop". */
  caption: string;
  /** The same text with markup, if plain text is not enough. */
  children?: ReactNode;
  /** The name of the file in which it can be saved, if it can. */
  fileName?: string;
}

/** Code with a caption and buttons to copy and save it. */
export function CodeBlock({ code, caption, children, fileName }: CodeBlockProps) {
  return (
    <Root>
      <figcaption>
        {caption}
        <span>
          {fileName && <SaveButton code={code} fileName={fileName} />}
          <CopyButton text={code} wordy />
        </span>
      </figcaption>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <pre tabIndex={0} aria-label={caption}>
        <code>{children ?? code}</code>
      </pre>
    </Root>
  );
}

function SaveButton({ code, fileName }: { code: string; fileName: string }) {
  const t = uiMessages.use();
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<IconDownload />}
      onClick={() => saveFile(fileName, 'text/plain', [code])}
    >
      {t('download')}
    </Button>
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
    gap: 8,
    padding: '0 4px 0 12px',
    overflowWrap: 'anywhere',
    fontSize: 'var(--size-12)',
    color: 'var(--text-3)',
    borderBottom: 'var(--hair)',
  },
  '& figcaption span': { flex: 'none' },
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
