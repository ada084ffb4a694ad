import { styled } from '@mui/material/styles';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useLanguage } from '../../messages/language.ts';
import { IconUpload } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { FieldError, Hint } from './field.tsx';
import { FileList, type DroppedFile } from './file-list.tsx';

export type { DroppedFile } from './file-list.tsx';

export interface FileDropProps {
  label: ReactNode;
  /** Extensions, as in `<input accept>`: ".csv,.json". Also applies to dropped files. */
  accept?: string;
  multiple?: boolean;
  /** The files chosen so far, with their progress. */
  files: readonly DroppedFile[];
  /** Called with new files, which the caller uploads. */
  onFiles(files: File[]): void;
  onRemove?(id: string): void;
  hint?: ReactNode;
  error?: ReactNode;
}

/** A field for files, chosen by drag and drop, button, or keyboard, that shows the progress of each. */
export function FileDrop({
  label,
  accept,
  multiple = false,
  files,
  onFiles,
  onRemove,
  hint,
  error,
}: FileDropProps) {
  const t = uiMessages.use();
  const language = useLanguage();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (given: readonly File[]) => {
    const fitting = given.filter((file) => accepts(accept, file));
    setRefused(given.find((file) => !fitting.includes(file))?.name ?? null);
    if (fitting.length) onFiles(multiple ? fitting : fitting.slice(0, 1));
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  const problem =
    error ?? (refused && t('files.refused', { name: refused, kinds: kindsOf(accept, language) }));
  const describedBy = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <Root role="group" aria-labelledby={`${id}-label`}>
      <strong id={`${id}-label`}>{label}</strong>
      <Zone
        data-over={over || undefined}
        data-invalid={problem ? true : undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take([...event.dataTransfer.files]);
        }}
      >
        <IconUpload size={20} />
        <span>
          {over
            ? t('files.drop_now')
            : t.rich(multiple ? 'files.drop' : 'files.drop_one', {
                choose: (text) => (
                  <button
                    type="button"
                    aria-describedby={describedBy || undefined}
                    aria-invalid={problem ? true : undefined}
                    onClick={() => input.current?.click()}
                  >
                    {text}
                  </button>
                ),
              })}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          multiple={multiple}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            // So that the same file can be chosen again after it was removed.
            event.target.value = '';
          }}
        />
      </Zone>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      <FileList files={files} onRemove={onRemove} />
    </Root>
  );
}

const extensionsOf = (accept: string) => accept.split(',').map((entry) => entry.trim().toLowerCase());

/** Returns whether a file's extension is one of those in `accept`. */
export function accepts(accept: string | undefined, { name }: Pick<File, 'name'>): boolean {
  return !accept || extensionsOf(accept).some((extension) => name.toLowerCase().endsWith(extension));
}

/** `.csv,.tsv` → "CSV or TSV". */
const kindsOf = (accept = '', language: string) =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    extensionsOf(accept).map((extension) => extension.slice(1).toUpperCase()),
  );

const Root = styled('div')({
  display: 'grid',
  gap: 6,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > strong': { fontSize: 'var(--size-13)' },
});
const Zone = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  gap: 8,
  minHeight: 108,
  padding: 16,
  borderRadius: 'var(--radius)',
  border: '1px dashed var(--control-line)',
  background: 'var(--surface-2)',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  transition: 'background var(--fast) var(--ease)',
  '& > .hw-icon': { color: 'var(--icon)' },
  '& button': {
    color: 'var(--accent-text)',
    fontWeight: 'var(--weight-medium)',
    borderRadius: 2,
    textUnderlineOffset: 3,
  },
  '& button:hover': { textDecoration: 'underline' },
  '&[data-over]': {
    background: 'var(--accent-soft)',
    borderColor: 'var(--accent)',
    color: 'var(--accent-text)',
  },
  // Children would fire dragleave events while the file is still over the zone.
  '&[data-over] > *': { pointerEvents: 'none' },
  '&[data-invalid]': { borderColor: 'var(--bad)' },
});
