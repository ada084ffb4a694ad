import { Note } from '@headwater/shared/ui';
import { paths, useNavigate } from '@headwater/shared/routing';
import { RadioGroup } from '@headwater/shared/ui/inputs';
import { useMemo, useState } from 'react';
import { uploadsOf, valuesOf } from '../connect/configuration.ts';
import { FilesForm } from '../connect/files.form.tsx';
import { fieldsOf } from '../connect/specification.ts';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { useChangeSource } from './use-change-source.ts';

type How = 'add' | 'replace';

/** More files, or others; what they hold is looked at on the next page. */
export function FilesSettings({ source, connector }: { source: SourceConnection; connector: Connector }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const change = useChangeSource(source);
  const [how, setHow] = useState<How>('add');
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const initialValues = useMemo(() => valuesOf(fields, source.configuration), [fields, source.configuration]);
  const save = async (configuration: Record<string, unknown>) => {
    await change({ configuration });
    await navigate(paths.selectData(organizationId, source.id));
  };
  return (
    <FilesForm
      organizationId={organizationId}
      connector={connector}
      initialValues={initialValues}
      keptUploadIds={how === 'add' ? uploadsOf(fields, source.configuration) : []}
      save={save}
      saveLabel={t('connect.save_choose')}
    >
      <Note>
        {source.address}. {t('settings.files_text')}
      </Note>
      <RadioGroup
        legend={t('settings.files_how')}
        name="how"
        value={how}
        options={[
          { value: 'add', label: t('settings.files_add') },
          { value: 'replace', label: t('settings.files_replace') },
        ]}
        onChange={(value) => setHow(value as How)}
      />
    </FilesForm>
  );
}
