import { FileRows, FILE_TYPES, type UploadedFile } from '@headwater/shared/files';
import { Button, CutMiddle, Glyph } from '@headwater/shared/ui';
import { IconFile } from '@headwater/shared/ui/icons';
import { FilePicker } from '@headwater/shared/ui/inputs';
import { ProgressBar } from '@headwater/shared/ui/workspace';
import type { ConnectionExport } from '@headwater/shared/contract';
import { messages } from '../messages.ts';

/** A file of an exported connection, which has to be uploaded again. */
export type WantedFile = ConnectionExport['files'][number];

interface WantedFilesProps {
  files: readonly WantedFile[];
  /** Returns the upload that was chosen for a file, by the file's position. */
  uploadOf(at: number): UploadedFile | undefined;
  onChoose(at: number, file: File): void;
  onUndo(at: number): void;
}

/** The files that an exported connection had, each with the upload that takes its place. */
export function WantedFiles({ files, uploadOf, onChoose, onUndo }: WantedFilesProps) {
  const t = messages.use();
  return (
    <FileRows aria-label={t('import.files')}>
      {files.map(({ fileName, tableName }, at) => {
        const upload = uploadOf(at);
        return (
          <li key={at}>
            {upload?.done ? <Glyph name="synced" size={16} /> : <IconFile size={16} />}
            <div>
              <CutMiddle>{fileName}</CutMiddle>
              <small>
                {tableName !== null && <span>{t('import.file_table', { table: tableName })}</span>}
                <span>
                  {upload ? t('import.file_chosen', { name: upload.name }) : t('import.file_missing')}
                </span>
              </small>
              {upload?.error && <p className="problem">{upload.error}</p>}
              {upload?.progress !== undefined && (
                <ProgressBar label={t('files.sending', { name: upload.name })} value={upload.progress} />
              )}
            </div>
            {upload ? (
              <Button variant="ghost" size="small" onClick={() => onUndo(at)}>
                {t('files.undo')}
              </Button>
            ) : (
              <FilePicker
                label={t('import.choose_named', { name: fileName })}
                accept={FILE_TYPES}
                onFile={(chosen) => onChoose(at, chosen)}
              >
                {t('import.choose')}
              </FilePicker>
            )}
          </li>
        );
      })}
    </FileRows>
  );
}
