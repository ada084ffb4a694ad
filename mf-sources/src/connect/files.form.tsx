import { UPLOAD_MAX_BYTES } from '@headwater/shared/contract';
import { Form, FormBanner, SubmitButton, TextField } from '@headwater/shared/forms';
import { useFormat } from '@headwater/shared/messages';
import { Button, Spacer, Stack } from '@headwater/shared/ui';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { FileDrop } from '@headwater/shared/ui/inputs';
import { useMemo, useState, type ReactNode } from 'react';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import { ConfigurationFields } from './configuration-fields.tsx';
import { configurationOf, type FormValues } from './configuration.ts';
import { nameRules } from './field-rules.ts';
import { FilesGuide } from './files-guide.tsx';
import { Foot } from './form-buttons.tsx';
import { fieldsOf } from './specification.ts';
import { useObservedForm } from './use-observed-form.ts';
import { faultOf, useUploads } from './use-uploads.ts';

interface FilesFormProps {
  organizationId: string;
  connector: Connector;
  /** With `name`, where the form asks for it: it then follows the first file until somebody types one. */
  initialValues: FormValues;
  /** Files of the connection that are kept, beside those that are added here. */
  keptUploadIds?: readonly string[];
  /** Above the drop zone. */
  children?: ReactNode;
  save(configuration: Record<string, unknown>, values: FormValues): Promise<void>;
  saveLabel: string;
  cancelTo?: string;
}

const NONE_STORED: ReadonlySet<string> = new Set();

/** The form of a source that is made of files: they are uploaded while the rest is filled in. */
export function FilesForm({ organizationId, connector, keptUploadIds = [], save, ...props }: FilesFormProps) {
  const t = messages.use();
  const { bytes } = useFormat();
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const form = useObservedForm(props.initialValues);
  const { files, add, remove } = useUploads(organizationId);
  const [tried, setTried] = useState(false);
  const withName = 'name' in props.initialValues;
  const fault = faultOf(files, keptUploadIds.length > 0);

  const addFiles = (added: File[]) => {
    const first = added[0]?.name.replace(/\.\w+$/, '') ?? '';
    if (withName && form.values.name === '') form.fill({ name: first.slice(0, 80) });
    add(added);
  };
  const submit = async (values: FormValues) => {
    setTried(true);
    if (fault) return;
    const uploadIds = [...keptUploadIds, ...files.flatMap(({ uploadId }) => uploadId ?? [])];
    await save(configurationOf(fields, values, { uploadIds }), values);
  };
  return (
    <TwoColumns>
      <Stack onChange={form.onChange} style={{ maxWidth: 'var(--form)' }}>
        <Form
          key={form.key}
          initialValues={form.initialValues}
          validate={withName ? { name: nameRules(t) } : {}}
          onSubmit={submit}
        >
          <FormBanner />
          {props.children}
          <FileDrop
            label={t('files.title')}
            hint={t('files.hint', { limit: bytes(UPLOAD_MAX_BYTES) })}
            accept=".csv,.tsv,.txt"
            multiple
            files={files}
            onFiles={addFiles}
            onRemove={remove}
            error={tried && fault ? t(`files.${fault}`) : undefined}
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
      <FilesGuide />
    </TwoColumns>
  );
}
