import { Button, Note, Stack } from '@headwater/shared/ui';
import { IconDownload } from '@headwater/shared/ui/icons';
import { exportFileUrl } from '../connection-file.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** Saves everything that was chosen about the connection as a file, without secrets and data. */
export function ExportSource({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  return (
    <Stack gap={3} style={{ maxWidth: 720 }}>
      <Note>{t('settings.export_text')}</Note>
      <div>
        <Button icon={<IconDownload />} href={exportFileUrl(organizationId, source.id)} download>
          {t('settings.export')}
        </Button>
      </div>
    </Stack>
  );
}
