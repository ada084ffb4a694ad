import { liveKey, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Stack } from '@headwater/shared/ui';
import { FileDrop } from '@headwater/shared/ui/inputs';
import type { NewSourceConnection } from '@headwater/shared/contract';
import { importSource } from '../../connection-file.queries.ts';
import type { Connector } from '../../connector.queries.ts';
import { messages } from '../../messages.ts';
import { useWorkspace } from '../../workspace.ts';
import { ImportFaults } from './import-faults.tsx';
import { ImportFiles } from './import-files.tsx';
import { ImportServer } from './import-server.tsx';
import { ImportSummary } from './import-summary.tsx';
import { useExportedFile } from './use-exported-file.ts';

/** Makes a connection from an exported file: shows what it creates, and asks for what it lacks. */
export function ImportSource({ connectors }: { connectors: readonly Connector[] }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { file, preview, error, choose, clear } = useExportedFile(organizationId);
  const connector = connectors.find(({ id }) => id === preview?.exported.connector);
  const save = async (given: Omit<NewSourceConnection, 'connector'>) => {
    const source = await importSource(organizationId, { file: file!.text, ...given });
    void client.invalidateQueries({ queryKey: liveKey('source_connections', organizationId) });
    await navigate(paths.selectData(organizationId, source.id));
  };
  const Form = connector?.takesUploads ? ImportFiles : ImportServer;
  return (
    <Stack gap={6}>
      <div style={{ maxWidth: 'var(--form)' }}>
        <FileDrop
          label={t('import.file')}
          hint={file ? undefined : t('import.hint')}
          accept=".json"
          files={file ? [{ ...file, done: preview !== undefined }] : []}
          onFiles={([chosen]) => void choose(chosen!)}
          onRemove={clear}
        />
      </div>
      {error !== null && <ImportFaults error={error} />}
      {preview && connector && (
        <>
          <ImportSummary key={file?.id} preview={preview} connector={connector} />
          <Form
            key={`form ${file?.id}`}
            organizationId={organizationId}
            connector={connector}
            exported={preview.exported}
            save={save}
          />
        </>
      )}
    </Stack>
  );
}
