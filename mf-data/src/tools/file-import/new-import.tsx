import {
  FILE_TYPES,
  fileMessages,
  FilePreviewCard,
  filePreviewQuery,
  useUploads,
  type UploadedFile,
} from '@headwater/shared/files';
import { FILE_TABLE_NAME, tableNameOf, UPLOAD_MAX_BYTES } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate, useUnsavedChanges } from '@headwater/shared/routing';
import { useMay, useRefusal } from '@headwater/shared/session';
import { Banner, Button, Row, Stack } from '@headwater/shared/ui';
import { FileDrop, TextInput } from '@headwater/shared/ui/inputs';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';
import { DialectFields } from './dialect-fields.tsx';
import {
  dialectFields,
  sheetsIn,
  withDialect,
  withSheets,
  type Dialect,
  type FileEntry,
  type SheetsByUpload,
} from './dialect.ts';
import { createImport, FILES, importQueries } from './import.queries.ts';

const TABLE_NAME = new RegExp(FILE_TABLE_NAME, 'u');

/**
 * A file that is uploaded while its table is named. What is in it is shown from the upload alone: only an import makes a
 * connection, so whoever leaves before leaves nothing.
 */
export function NewImport({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const refusal = useRefusal();
  const fileText = fileMessages.use();
  const { bytes } = useFormat();
  const errorText = useErrorText();
  const canImport = useMay('sources:edit');
  const connectors = useQuery(importQueries.connectors());
  const files = connectors.data?.find(({ id }) => id === FILES);
  const fields = files ? dialectFields(files.connectionSpecification) : [];
  const uploads = useUploads(organizationId);
  const { start, isBusy, error } = useImportStart(organizationId);
  const [file] = uploads.files;
  const [typed, setTyped] = useState<string>();
  const [dialect, setDialect] = useState<Dialect>({});
  const [sheets, setSheets] = useState<SheetsByUpload>(new Map());
  const [isTried, setTried] = useState(false);
  useUnsavedChanges(file !== undefined && !isBusy);
  const tableName = typed ?? (file ? tableNameOf(file.name) : '');
  const isNamed = TABLE_NAME.test(tableName);
  const fault = startFault(file);

  const configurationOf = (entry: FileEntry) =>
    withDialect(fields, withSheets({ files: [entry] }, sheets), dialect);
  const current = file?.uploadId ? configurationOf({ uploadId: file.uploadId }) : null;
  const choose = (chosen: File[]) => {
    if (file) uploads.remove(file.id);
    setTyped(undefined);
    uploads.add(chosen.slice(0, 1));
  };
  // What the card below has found, which asks for it.
  const preview = useQuery({ ...filePreviewQuery(organizationId, FILES, current), enabled: false }).data;
  const isUnreadable = preview !== undefined && preview.tables.every(({ problem }) => problem !== null);
  const create = async (then: { import?: 'now' }) => {
    setTried(true);
    if (fault !== undefined || !file?.uploadId || !isNamed) return;
    await start(tableName, configurationOf({ uploadId: file.uploadId, tableName }), then);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUnreadable) void create({ import: 'now' });
  };
  if (!canImport) return <Banner tone="info">{refusal(t('import.not_allowed'))}</Banner>;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        {error !== undefined && (
          <Banner tone="bad" role="alert">
            <strong>{t('import.not_started')}</strong>
            <p>{errorText(error)}</p>
          </Banner>
        )}
        <FileDrop
          label={t('import.file')}
          hint={fileText('files.hint', { limit: bytes(UPLOAD_MAX_BYTES) })}
          accept={FILE_TYPES}
          files={uploads.files}
          onFiles={choose}
          onRemove={uploads.remove}
          error={isTried && fault !== undefined ? t(fault) : undefined}
        />
        {file?.error !== undefined && uploads.canSendAgain(file.id) && (
          <div>
            <Button size="small" onClick={() => uploads.again(file.id)}>
              {t('import.send_again')}
            </Button>
          </div>
        )}
        <TextInput
          label={t('import.table')}
          hint={t('import.table_hint')}
          value={tableName}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          error={isTried && file && !isNamed ? t('import.table_invalid') : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        {fields.length > 0 && <DialectFields fields={fields} dialect={dialect} onChange={setDialect} />}
        {files && (
          <FilePreviewCard
            organizationId={organizationId}
            connector={files.id}
            configuration={current}
            sheetsOf={(id) => sheetsIn(current ?? {}, id)}
            onSheets={(id, chosen) => setSheets(new Map([[id, chosen]]))}
          />
        )}
        <StartButtons
          tableCount={preview?.tableCount ?? 1}
          isBusy={isBusy}
          isUnreadable={isUnreadable}
          onChooseFirst={() => void create({})}
        />
      </Stack>
    </form>
  );
}

const startFault = (file: UploadedFile | undefined) => {
  if (!file) return 'import.no_file';
  if (file.error !== undefined) return 'import.file_failed';
  return file.done ? undefined : 'import.uploading';
};

/** Returns what makes a connection of a configuration and goes to its page, where it can be imported at once. */
function useImportStart(organizationId: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const start = async (
    tableName: string,
    configuration: Parameters<typeof createImport>[2],
    then: { import?: 'now' },
  ) => {
    setBusy(true);
    setError(undefined);
    try {
      const { id } = await createImport(organizationId, tableName.slice(0, 80), configuration);
      void client.invalidateQueries({ queryKey: importQueries.list(organizationId).queryKey });
      await navigate(paths.fileImport(organizationId, { source: id, ...then }));
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return { start, isBusy, error };
}

interface StartButtonsProps {
  /** How many tables the file has. One while that isn't known. */
  tableCount: number;
  isBusy: boolean;
  isUnreadable: boolean;
  onChooseFirst(): void;
}

/** Imports all of a file, or asks first which of its tables. */
function StartButtons({ tableCount, isBusy, isUnreadable, onChooseFirst }: StartButtonsProps) {
  const t = messages.use();
  return (
    <Row>
      <Button
        type="submit"
        variant="primary"
        busy={isBusy}
        disabledReason={isUnreadable ? t('import.unreadable') : undefined}
      >
        {tableCount > 1 ? t('import.start_several', { count: tableCount }) : t('import.start')}
      </Button>
      {tableCount > 1 && (
        <Button variant="ghost" disabled={isBusy} onClick={onChooseFirst}>
          {t('import.choose_first')}
        </Button>
      )}
    </Row>
  );
}
