import { FileRows, FILE_TYPES, type UploadedFile } from '@headwater/shared/files';
import { useFormat } from '@headwater/shared/messages';
import { Button, CutMiddle, Glyph, IconButton } from '@headwater/shared/ui';
import { IconClose, IconFile } from '@headwater/shared/ui/icons';
import { FilePicker } from '@headwater/shared/ui/inputs';
import { ProgressBar } from '@headwater/shared/ui/workspace';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceFile } from '../source-file.queries.ts';

interface ExistingFilesProps {
  files: readonly SourceFile[];
  /** The IDs of files that are removed when the form is saved. */
  removed: ReadonlySet<string>;
  /** Returns the upload that replaces a file when the form is saved. */
  replacementOf(id: string): UploadedFile | undefined;
  onReplace(id: string, file: File): void;
  onRemove(id: string): void;
  /** Undoes a removal or a replacement. */
  onUndo(id: string): void;
}

/** The files of a source, each of which can be replaced or removed. */
export function ExistingFiles({ files, removed, replacementOf, ...on }: ExistingFilesProps) {
  const t = messages.use();
  return (
    <FileRows aria-label={t('files.existing')}>
      {files.map((file) => (
        <ExistingFile
          key={file.id}
          file={file}
          isRemoved={removed.has(file.id)}
          replacement={replacementOf(file.id)}
          {...on}
        />
      ))}
    </FileRows>
  );
}

type ExistingFileProps = Pick<ExistingFilesProps, 'onReplace' | 'onRemove' | 'onUndo'> & {
  file: SourceFile;
  isRemoved: boolean;
  replacement: UploadedFile | undefined;
};

function ExistingFile({ file, isRemoved, replacement, onReplace, onRemove, onUndo }: ExistingFileProps) {
  const t = messages.use();
  const { id, fileName, problem } = file;
  const isChanged = isRemoved || replacement !== undefined;
  return (
    <li data-removed={isRemoved || undefined}>
      {problem && !isChanged ? <Glyph name="action" size={16} className="fault" /> : <IconFile size={16} />}
      <div>
        <CutMiddle>{replacement?.name ?? fileName}</CutMiddle>
        <Facts file={file} isRemoved={isRemoved} replacement={replacement} />
        {problem && !isChanged && (
          <div className="problem">
            <FailureText failure={problem} />
          </div>
        )}
        {replacement?.error && <p className="problem">{replacement.error}</p>}
        {replacement?.progress !== undefined && (
          <ProgressBar label={t('files.sending', { name: replacement.name })} value={replacement.progress} />
        )}
      </div>
      {isChanged ? (
        <Button variant="ghost" size="small" onClick={() => onUndo(id)}>
          {t('files.undo')}
        </Button>
      ) : (
        <span className="tools">
          <FilePicker
            label={t('files.replace_named', { name: fileName })}
            accept={FILE_TYPES}
            onFile={(chosen) => onReplace(id, chosen)}
          >
            {t('files.replace')}
          </FilePicker>
          <IconButton size="small" label={t('files.remove', { name: fileName })} onClick={() => onRemove(id)}>
            <IconClose />
          </IconButton>
        </span>
      )}
    </li>
  );
}

function Facts({
  file,
  isRemoved,
  replacement,
}: Pick<ExistingFileProps, 'file' | 'isRemoved' | 'replacement'>) {
  const t = messages.use();
  const { bytes, dateTime } = useFormat();
  if (isRemoved) return <small>{t('files.will_go')}</small>;
  if (replacement) return <small>{t('files.will_replace', { name: file.fileName })}</small>;
  return (
    <small>
      <span>{bytes(file.bytes)}</span>
      <span>{t('files.uploaded', { time: dateTime(file.uploadedAt) })}</span>
    </small>
  );
}
