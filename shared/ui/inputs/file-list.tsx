import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useFormat } from '../../messages/format.ts';
import { IconButton } from '../core/icon-button.tsx';
import { ProgressBar } from '../workspace/progress-bar.tsx';
import { CutMiddle } from '../core/cut-middle.tsx';
import { Glyph } from '../icons/glyphs.tsx';
import { IconClose, IconFile } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';

export interface DroppedFile {
  id: string;
  name: string;
  bytes: number;
  /** 0 to 1 during the upload; undefined before and after. */
  progress?: number;
  /** Whether it is uploaded. */
  done?: boolean;
  /** Why it failed. */
  error?: ReactNode;
}

/** The chosen files, each with its size, its progress, or its error. */
export function FileList({
  files,
  onRemove,
}: {
  files: readonly DroppedFile[];
  onRemove?(id: string): void;
}) {
  const t = uiMessages.use();
  const { bytes, progress } = useFormat();
  if (!files.length) return null;
  return (
    <List>
      {files.map((file) => (
        <li key={file.id} data-state={file.error ? 'failed' : file.done ? 'done' : undefined}>
          {file.error ? <Glyph name="failed" /> : file.done ? <Glyph name="synced" /> : <IconFile />}
          <CutMiddle>{file.name}</CutMiddle>
          <span className="size">
            {file.progress === undefined ? bytes(file.bytes) : progress(file.progress)}
          </span>
          {onRemove && (
            <IconButton
              size="small"
              label={t('files.remove', { name: file.name })}
              onClick={() => onRemove(file.id)}
            >
              <IconClose />
            </IconButton>
          )}
          {file.progress !== undefined && (
            <div className="wide">
              <ProgressBar label={t('files.uploading', { name: file.name })} value={file.progress} />
            </div>
          )}
          {file.error && <div className="wide problem">{file.error}</div>}
        </li>
      ))}
    </List>
  );
}

const List = styled('ul')({
  display: 'grid',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto auto',
    gap: '0 8px',
    alignItems: 'center',
    minHeight: 36,
    padding: '4px 0',
    borderBottom: 'var(--hair)',
    fontSize: 'var(--size-13)',
    '& > .hw-icon': { color: 'var(--icon)' },
    '&[data-state="done"] > .hw-icon': { color: 'var(--ok)' },
    '&[data-state="failed"] > .hw-icon': { color: 'var(--bad)' },
  },
  '& > li:last-of-type': { borderBottom: 0 },
  '& .size': { fontSize: 'var(--size-12)', color: 'var(--text-3)', fontVariantNumeric: 'tabular-nums' },
  '& .wide': { gridColumn: '2 / -1', paddingBottom: 4 },
  '& .problem': { fontSize: 'var(--size-12)', color: 'var(--bad-text)' },
});
