import {
  FILE_TYPES,
  fileMessages,
  FilePreviewCard,
  FileRows,
  useUploads,
  type UploadedFile,
} from '@headwater/shared/files';
import { useFailureText, useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useUnsavedChanges } from '@headwater/shared/routing';
import { Button, CutMiddle, QueryBoundary, Skeleton, Stack, Text } from '@headwater/shared/ui';
import { IconFile } from '@headwater/shared/ui/icons';
import { FilePicker } from '@headwater/shared/ui/inputs';
import { ProgressBar } from '@headwater/shared/ui/workspace';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import { DialectFields } from './dialect-fields.tsx';
import {
  dialectFields,
  dialectIn,
  sheetsIn,
  withDialect,
  withReplacement,
  withSheets,
  type Dialect,
  type SheetsByUpload,
} from './dialect.ts';
import { FILES, importQueries, isBusy, type ImportedFile } from './import.queries.ts';
import type { ImportProps } from './import-props.ts';
import { useImportActions } from './use-import-actions.ts';

/** The files of an import, each of which a newer one can replace, and how they are read. */
export function ImportFiles({ organizationId, source, catalog }: ImportProps) {
  const t = messages.use();
  const files = useQuery(importQueries.files(organizationId, source.id));
  const connectors = useQuery(importQueries.connectors());
  const connector = connectors.data?.find(({ id }) => id === FILES);
  const fields = connector ? dialectFields(connector.connectionSpecification) : [];
  const stored = dialectIn(fields, source.configuration);
  const [draft, setDraft] = useState<Dialect>();
  const [sheets, setSheets] = useState<SheetsByUpload>(new Map());
  const [isAsked, setAsked] = useState(false);
  const fileText = fileMessages.use();
  const { change } = useImportActions(organizationId, source);
  const uploads = useUploads(organizationId);
  const dialect = draft ?? stored;
  const current = withDialect(fields, withSheets(source.configuration, sheets), dialect);
  const isSheetChanged = sheets.size > 0;
  const isChanged = isSheetChanged || JSON.stringify(dialect) !== JSON.stringify(stored);
  useUnsavedChanges(uploads.files.length > 0 || isChanged);
  useReplacements(uploads.files, ({ id, uploadId, replaces }) => {
    const tableName = files.data?.find((file) => file.id === replaces)?.tableName ?? undefined;
    change.mutate(withReplacement(source.configuration, replaces, { uploadId, tableName }), {
      onSuccess: () => uploads.forget(id),
      onError: () => uploads.remove(id),
    });
  });
  const busy = isBusy(source) ? t('import.wait_for_run') : undefined;
  const readAgain = (
    <div>
      <Button
        busy={change.isPending}
        disabledReason={busy ?? (isChanged ? undefined : t('import.reading_unchanged'))}
        onClick={() =>
          change.mutate(current, {
            onSuccess: () => {
              setDraft(undefined);
              setSheets(new Map());
            },
          })
        }
      >
        {t('import.read_again')}
      </Button>
    </div>
  );
  return (
    <Stack gap={4}>
      <QueryBoundary
        query={files}
        thing={t('import.files_thing')}
        loading={<Skeleton width="100%" height={60} />}
      >
        {(found) => (
          <FileRows aria-label={t('import.files')}>
            {found.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                isOnly={found.length === 1}
                upload={uploads.files.find(({ replaces }) => replaces === file.id)}
                canReplace={source.can.edit && busy === undefined && !change.isPending}
                onReplace={(chosen) => uploads.add([chosen], file.id)}
                onUndo={uploads.remove}
                onAgain={uploads.again}
              />
            ))}
          </FileRows>
        )}
      </QueryBoundary>
      {source.can.edit && fields.length > 0 && (
        <DialectFields fields={fields} dialect={dialect} onChange={setDraft}>
          {!isSheetChanged && readAgain}
        </DialectFields>
      )}
      {source.can.edit && !isChanged && !isAsked && (
        <div>
          <Button onClick={() => setAsked(true)}>{fileText('file_preview.show')}</Button>
        </div>
      )}
      {source.can.edit && (
        <FilePreviewCard
          organizationId={organizationId}
          connector={FILES}
          configuration={isChanged || isAsked ? current : null}
          sheetsOf={(id) => sheetsIn(current, id)}
          onSheets={(id, chosen) => setSheets(new Map([...sheets, [id, chosen]]))}
        />
      )}
      {isSheetChanged && readAgain}
      {catalog.state !== 'discovering' && isChanged && <Text tone="dim">{t('import.not_read_yet')}</Text>}
    </Stack>
  );
}

interface Replacement {
  id: string;
  uploadId: string;
  replaces: string;
}

/** Calls `onArrived` once for each upload that has arrived. */
function useReplacements(files: readonly UploadedFile[], onArrived: (replacement: Replacement) => void) {
  const handled = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, uploadId, replaces } of files) {
      if (uploadId === undefined || replaces === undefined || handled.current.has(id)) continue;
      handled.current.add(id);
      onArrived({ id, uploadId, replaces });
    }
  });
}

interface FileRowProps {
  file: ImportedFile;
  /** What is wrong with the only file is shown in place of its contents. */
  isOnly: boolean;
  upload: UploadedFile | undefined;
  canReplace: boolean;
  onReplace(file: File): void;
  onUndo(uploadId: string): void;
  onAgain(uploadId: string): void;
}

function FileRow({ file, isOnly, upload, canReplace, onReplace, onUndo, onAgain }: FileRowProps) {
  const t = messages.use();
  const { bytes, dateTime } = useFormat();
  const failureText = useFailureText();
  const problem = upload || isOnly ? null : file.problem && failureText(file.problem);
  return (
    <li>
      <IconFile size={16} />
      <div>
        <CutMiddle>{upload?.name ?? file.fileName}</CutMiddle>
        <small>
          {upload
            ? t('import.replaces', { name: file.fileName })
            : t('import.uploaded', { size: bytes(file.bytes), time: dateTime(file.uploadedAt) })}
        </small>
        {upload?.error && (
          <p className="problem" role="alert">
            {upload.error}
          </p>
        )}
        {problem && (
          <p className="problem">
            {problem.message} {problem.fix}
          </p>
        )}
        {upload?.progress !== undefined && (
          <ProgressBar label={t('import.sending', { name: upload.name })} value={upload.progress} />
        )}
      </div>
      <span className="tools">
        {upload?.error && (
          <Button variant="ghost" size="small" onClick={() => onAgain(upload.id)}>
            {t('import.send_again')}
          </Button>
        )}
        {upload && !upload.done && (
          <Button variant="ghost" size="small" onClick={() => onUndo(upload.id)}>
            {t('import.undo')}
          </Button>
        )}
        {!upload && canReplace && (
          <FilePicker
            label={t('import.replace_named', { name: file.fileName })}
            accept={FILE_TYPES}
            onFile={onReplace}
          >
            {t('import.replace')}
          </FilePicker>
        )}
      </span>
    </li>
  );
}
