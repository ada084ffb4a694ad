import { paths } from '@headwater/shared/routing';
import { messages } from '../../messages.ts';
import { FilesForm } from '../files.form.tsx';
import { useExportedValues, type ImportFormProps } from './import-form.ts';

/** The form of uploaded files. Each exported one has to be chosen again. */
export function ImportFiles(props: ImportFormProps) {
  const { organizationId, connector, exported, save } = props;
  const t = messages.use();
  const initialValues = useExportedValues(props);
  return (
    <FilesForm
      organizationId={organizationId}
      connector={connector}
      initialValues={initialValues}
      wanted={exported.files}
      save={(configuration, values) => save({ name: String(values.name).trim(), configuration })}
      saveLabel={t('import.save')}
      cancelTo={paths.sourceConnections(organizationId)}
    />
  );
}
