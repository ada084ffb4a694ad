import { UPLOAD_MAX_BYTES, type SheetChoice } from '@headwater/shared/contract';
import { FILE_TYPES, fileMessages, FilePreviewCard } from '@headwater/shared/files';
import { Form, FormBanner, SubmitButton, TextField } from '@headwater/shared/forms';
import { useFormat } from '@headwater/shared/messages';
import { Button, Spacer, Stack } from '@headwater/shared/ui';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { FileDrop } from '@headwater/shared/ui/inputs';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { SourceFile } from '../source-file.queries.ts';
import { ConfigurationFields } from './configuration-fields.tsx';
import { configurationOf, type FileEntry, type FormValues } from './configuration.ts';
import { ExistingFiles } from './existing-files.tsx';
import { nameRules } from './field-rules.ts';
import { useFirstField } from './first-field.ts';
import { FilesTogether } from './files-together.tsx';
import { FilesGuide } from './files-guide.tsx';
import { Foot } from './form-buttons.tsx';
import { fieldsOf } from './specification.ts';
import { useObservedForm, type ObservedForm } from './use-observed-form.ts';
import { useSourceFiles, wantedId } from './use-source-files.ts';
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
  const source = useSourceFiles({ organizationId, existing, entries, wanted });
  const [tried, setTried] = useState(false);
  const column = useRef<HTMLDivElement>(null);
  useFirstField(column, props.focusField);
  const withName = 'name' in props.initialValues;

  const addFiles = (added: File[]) => {
    const first = added[0]?.name.replace(/\.\w+$/, '') ?? '';
    if (withName && form.values.name === '') form.fill({ name: first.slice(0, 80) });
    source.add(added);
  };
  const changeTogether = useTogether(form, column);
  const savedWith = (values: FormValues) => configurationOf(fields, values, { files: source.entries });
  const submit = async (values: FormValues) => {
    setTried(true);
    if (source.error) return;
    await props.save(savedWith(values), values);
  };
  const current = savedWith(form.values);
  const isUnchanged = sameJson(current, configurationOf(fields, props.initialValues, { files: entries }));
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
              removed={source.removed}
              replacementOf={source.replacementOf}
              onReplace={source.replace}
              onRemove={source.removeExisting}
              onUndo={source.undo}
            />
          )}
          {wanted.length > 0 && (
            <WantedFiles
              files={wanted}
              uploadOf={(at) => source.replacementOf(wantedId(at))}
              onChoose={(at, file) => source.replace(wantedId(at), file)}
              onUndo={(at) => source.undo(wantedId(at))}
            />
          )}
          <FileDrop
            label={t(existing.length + wanted.length > 0 ? 'files.add' : 'files.title')}
            hint={fileText('files.hint', { limit: bytes(UPLOAD_MAX_BYTES) })}
            accept={FILE_TYPES}
            multiple
            files={source.uploads.filter(({ replaces }) => !replaces)}
            onFiles={addFiles}
            onRemove={source.remove}
            error={tried && source.error ? t(`files.${source.error}`) : undefined}
          />
          <FilesTogether
            names={source.names}
            patterns={String(form.values.together ?? '')}
            onChange={changeTogether}
          />
          {withName && <TextField name="name" label={t('connect.name')} autoComplete="off" />}
          <ConfigurationFields connector={connector.id} fields={fields} stored={NONE_STORED} />
          <FilesFoot {...props} />
        </Form>
      </Stack>
      <Stack gap={5}>
        <FilesPreview
          {...{ organizationId, connector, isUnchanged }}
          configuration={current}
          onSheets={source.setSheets}
        />
        <FilesGuide />
      </Stack>
    </TwoColumns>
  );
}

/** Returns what changes which files belong together. The form is then a new one, without the button that had the focus. */
function useTogether(form: ObservedForm, column: RefObject<HTMLElement | null>) {
  const hasJoined = useRef(false);
  useEffect(() => {
    if (hasJoined.current) column.current?.querySelector<HTMLElement>('[data-together] button')?.focus();
    hasJoined.current = false;
  }, [form.key, column]);
  return (together: string) => {
    hasJoined.current = true;
    form.fill({ together });
  };
}

const filesIn = ({ files }: Record<string, unknown>) => (files ?? []) as readonly FileEntry[];

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Saves the files, or leaves the form. */
function FilesFoot({ saveLabel, cancelTo }: Pick<FilesFormProps, 'saveLabel' | 'cancelTo'>) {
  const t = messages.use();
  return (
    <Foot>
      <SubmitButton pending={t('connect.saving')}>{saveLabel}</SubmitButton>
      {cancelTo && (
        <>
          <Spacer />
          <Button variant="ghost" to={cancelTo}>
            {t('connect.cancel')}
          </Button>
        </>
      )}
    </Foot>
  );
}

interface FilesPreviewProps {
  organizationId: string;
  connector: Connector;
  /** What would be saved. */
  configuration: Record<string, unknown>;
  /** Whether that is saved already, so that it's shown only if somebody asks. */
  isUnchanged: boolean;
  onSheets(uploadId: string, chosen: SheetChoice[]): void;
}

/** The tables and rows that are in the files. */
function FilesPreview(props: FilesPreviewProps) {
  const { organizationId, connector, configuration, isUnchanged, onSheets } = props;
  const fileText = fileMessages.use();
  const [isAsked, setAsked] = useState(false);
  const files = filesIn(configuration);
  const isHidden = isUnchanged && !isAsked;
  return (
    <>
      <FilePreviewCard
        organizationId={organizationId}
        connector={connector.id}
        configuration={isHidden || files.length === 0 ? null : configuration}
        sheetsOf={(id) => files.find(({ uploadId }) => uploadId === id)?.sheets ?? []}
        onSheets={onSheets}
      />
      {isHidden && files.length > 0 && (
        <div>
          <Button onClick={() => setAsked(true)}>{fileText('file_preview.show')}</Button>
        </div>
      )}
    </>
  );
}
