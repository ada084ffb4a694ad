import { UPLOAD_MAX_BYTES, type SheetChoice } from '@headwater/shared/contract';
import {
  FILE_TYPES,
  fileMessages,
  FilePreviewCard,
  useUploads,
  type UploadedFile,
} from '@headwater/shared/files';
import { Form, FormBanner, SubmitButton, TextField } from '@headwater/shared/forms';
import { useFormat } from '@headwater/shared/messages';
import { Button, Spacer, Stack } from '@headwater/shared/ui';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { FileDrop } from '@headwater/shared/ui/inputs';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { SourceFile } from '../source-file.queries.ts';
import { ConfigurationFields } from './configuration-fields.tsx';
import { configurationOf, type FileEntry, type FormValues } from './configuration.ts';
import { ExistingFiles } from './existing-files.tsx';
import { filesErrorOf } from './files-error.ts';
import { nameRules } from './field-rules.ts';
import { useFirstField } from './first-field.ts';
import { FilesTogether } from './files-together.tsx';
import { FilesGuide } from './files-guide.tsx';
import { Foot } from './form-buttons.tsx';
import { fieldsOf } from './specification.ts';
import { useObservedForm } from './use-observed-form.ts';
import { WantedFiles, type WantedFile } from './wanted-files.tsx';

interface FilesFormProps {
  organizationId: string;
  connector: Connector;
  /** Includes `name` if the form has that field. An empty name is filled in from the first file. */
  initialValues: FormValues;
  /** The files that the source already has, and their entries in its configuration. */
  existing?: readonly SourceFile[];
  entries?: readonly FileEntry[];
  /** The files of an exported connection, each of which an upload can replace. */
  wanted?: readonly WantedFile[];
  save(configuration: Record<string, unknown>, values: FormValues): Promise<void>;
  saveLabel: string;
  cancelTo?: string;
  /** The field that gets the focus first. */
  focusField?: string | null;
}

const NONE_STORED: ReadonlySet<string> = new Set();

/** The form of a source made of files, which are uploaded while the rest of the form is filled in. */
export function FilesForm({
  organizationId,
  connector,
  existing = [],
  entries = [],
  wanted = [],
  ...props
}: FilesFormProps) {
  const t = messages.use();
  const fileText = fileMessages.use();
  const { bytes } = useFormat();
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const form = useObservedForm(props.initialValues);
  const { files, add, remove } = useUploads(organizationId);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [sheets, setSheets] = useState<ReadonlyMap<string, SheetChoice[]>>(new Map());
  const column = useRef<HTMLDivElement>(null);
  useFirstField(column, props.focusField);
  const withName = 'name' in props.initialValues;
  const saved = [...existingEntries({ existing, entries, removed, files }), ...wantedEntries(wanted, files)];
  const filesError = filesErrorOf(files, saved.length > 0);
  const replacementOf = (id: string) => files.find((file) => file.replaces === id);

  const addFiles = (added: File[]) => {
    const first = added[0]?.name.replace(/\.\w+$/, '') ?? '';
    if (withName && form.values.name === '') form.fill({ name: first.slice(0, 80) });
    for (const file of added) {
      const at = wanted.findIndex(
        ({ fileName }, at) => fileName === file.name && !replacementOf(wantedId(at)),
      );
      add([file], at < 0 ? undefined : wantedId(at));
    }
  };
  const hasJoined = useRef(false);
  const changeTogether = (together: string) => {
    hasJoined.current = true;
    form.fill({ together });
  };
  // A form that is filled in is a new one, and the button that had the focus is gone.
  useEffect(() => {
    if (hasJoined.current) column.current?.querySelector<HTMLElement>('[data-together] button')?.focus();
    hasJoined.current = false;
  }, [form.key]);
  const undo = (id: string) => {
    const replacement = replacementOf(id);
    if (replacement) remove(replacement.id);
    setRemoved(new Set([...removed].filter((one) => one !== id)));
  };
  const savedWith = (values: FormValues) => {
    const added = files.flatMap(({ uploadId, replaces }) => (uploadId && !replaces ? [{ uploadId }] : []));
    const chosen = [...saved, ...added].map((entry) => withSheets(entry, sheets.get(entry.uploadId)));
    return configurationOf(fields, values, { files: chosen });
  };
  const submit = async (values: FormValues) => {
    setTried(true);
    if (filesError) return;
    await props.save(savedWith(values), values);
  };
  const current = savedWith(form.values);
  const isUnchanged = sameJson(current, configurationOf(fields, props.initialValues, { files: entries }));
  const hasFiles = filesIn(current).length > 0;
  return (
    <TwoColumns>
      <Stack ref={column} onChange={form.onChange} style={{ maxWidth: 'var(--form)' }}>
        <Form
          key={form.key}
          initialValues={form.initialValues}
          validate={withName ? { name: nameRules(t) } : {}}
          onSubmit={submit}
        >
          <FormBanner />
          {existing.length > 0 && (
            <ExistingFiles
              files={existing}
              removed={removed}
              replacementOf={replacementOf}
              onReplace={(id, file) => add([file], id)}
              onRemove={(id) => setRemoved(new Set([...removed, id]))}
              onUndo={undo}
            />
          )}
          {wanted.length > 0 && (
            <WantedFiles
              files={wanted}
              uploadOf={(at) => replacementOf(wantedId(at))}
              onChoose={(at, file) => add([file], wantedId(at))}
              onUndo={(at) => undo(wantedId(at))}
            />
          )}
          <FileDrop
            label={t(existing.length + wanted.length > 0 ? 'files.add' : 'files.title')}
            hint={fileText('files.hint', { limit: bytes(UPLOAD_MAX_BYTES) })}
            accept={FILE_TYPES}
            multiple
            files={files.filter(({ replaces }) => !replaces)}
            onFiles={addFiles}
            onRemove={remove}
            error={tried && filesError ? t(`files.${filesError}`) : undefined}
          />
          <FilesTogether
            names={namesOf({ existing, removed, files })}
            patterns={String(form.values.together ?? '')}
            onChange={changeTogether}
          />
          {withName && <TextField name="name" label={t('connect.name')} autoComplete="off" />}
          <ConfigurationFields connector={connector.id} fields={fields} stored={NONE_STORED} />
          <Foot>
            <SubmitButton pending={t('connect.saving')}>{props.saveLabel}</SubmitButton>
            {props.cancelTo && (
              <>
                <Spacer />
                <Button variant="ghost" to={props.cancelTo}>
                  {t('connect.cancel')}
                </Button>
              </>
            )}
          </Foot>
        </Form>
      </Stack>
      <Stack gap={5}>
        <FilePreviewCard
          organizationId={organizationId}
          connector={connector.id}
          configuration={(isUnchanged && !isAsked) || !hasFiles ? null : current}
          sheetsOf={(id) => filesIn(current).find(({ uploadId }) => uploadId === id)?.sheets ?? []}
          onSheets={(id, chosen) => setSheets(new Map([...sheets, [id, chosen]]))}
        />
        {isUnchanged && !isAsked && hasFiles && (
          <div>
            <Button onClick={() => setAsked(true)}>{fileText('file_preview.show')}</Button>
          </div>
        )}
        <FilesGuide />
      </Stack>
    </TwoColumns>
  );
}

const filesIn = ({ files }: Record<string, unknown>) => (files ?? []) as readonly FileEntry[];

/** Returns a file with what was chosen about its sheets in this form. */
const withSheets = (entry: FileEntry, chosen: SheetChoice[] | undefined): FileEntry =>
  chosen === undefined ? entry : { ...entry, sheets: chosen.length > 0 ? chosen : undefined };

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const wantedId = (at: number) => `wanted-${at}`;

/** Returns the files that were uploaded for those of an exported connection, each in its table. */
function wantedEntries(wanted: readonly WantedFile[], files: readonly UploadedFile[]): FileEntry[] {
  return wanted.flatMap(({ tableName }, at) => {
    const uploadId = files.find((file) => file.replaces === wantedId(at))?.uploadId;
    return uploadId ? [{ uploadId, ...(tableName !== null && { tableName }) }] : [];
  });
}

type Saved = Required<Pick<FilesFormProps, 'existing' | 'entries'>> & {
  removed: ReadonlySet<string>;
  files: readonly UploadedFile[];
};

/** Returns the names of the files that there are once the form is saved. */
const namesOf = ({ existing, removed, files }: Omit<Saved, 'entries'>): string[] => [
  ...existing
    .filter(({ id }) => !removed.has(id) && !files.some(({ replaces }) => replaces === id))
    .map(({ fileName }) => fileName),
  ...files.filter(({ error }) => error === undefined).map(({ name }) => name),
];

/** Returns the source's files to save: without removed ones, and with each replacement in its file's table. */
function existingEntries({ existing, entries, removed, files }: Saved): FileEntry[] {
  return entries
    .filter(({ uploadId }) => !removed.has(uploadId))
    .map((entry) => {
      const uploadId = files.find((file) => file.replaces === entry.uploadId)?.uploadId;
      const tableName = entry.tableName ?? existing.find(({ id }) => id === entry.uploadId)?.tableName;
      return uploadId ? { ...entry, uploadId, ...(tableName && { tableName }) } : entry;
    });
}
