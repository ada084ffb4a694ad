import { paths } from '@headwater/shared/routing';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { valuesOf } from '../configuration.ts';
import { FilesForm } from '../files.form.tsx';
import { fieldsOf } from '../specification.ts';
import type { ImportFormProps } from './import-form.ts';

/** The form of uploaded files. Each exported one has to be chosen again. */
export function ImportFiles({ organizationId, connector, exported, save }: ImportFormProps) {
  const t = messages.use();
  const initialValues = useMemo(
    () => ({
      name: exported.name,
      ...valuesOf(fieldsOf(connector.connectionSpecification), exported.configuration),
    }),
    [connector, exported],
  );
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
