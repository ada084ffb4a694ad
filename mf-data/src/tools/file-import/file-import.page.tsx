import { useParams, useSearchParams } from '@headwater/shared/routing';
import { messages } from '../../messages.ts';
import { ImportColumns, ImportFrame } from './import-frame.tsx';
import { ImportList } from './import-list.tsx';
import { NewImport } from './new-import.tsx';
import { OpenImport } from './open-import.tsx';

/** Brings files into the workspace as tables. The URL says which import is open. */
export function FileImportPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const [query] = useSearchParams();
  const open = query.get('source');
  if (open !== null) return <OpenImport key={open} organizationId={organizationId} id={open} />;
  return (
    <ImportFrame organizationId={organizationId} meta={t('tools.file-import.text')}>
      <ImportColumns>
        <NewImport key={organizationId} organizationId={organizationId} />
        <ImportList organizationId={organizationId} />
      </ImportColumns>
    </ImportFrame>
  );
}
