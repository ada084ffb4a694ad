import { Divider, Note, Stack, styled } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { ConfiguredSource } from '../source.queries.ts';
import { ConfigurationSettings } from './configuration-settings.tsx';
import { CopySourceForm } from './copy-source.form.tsx';
import { DeleteSource } from './delete-source.tsx';
import { ExportSource } from './export-source.tsx';
import { RenameForm } from './rename.form.tsx';
import { ShrinkingForm } from './shrinking.form.tsx';
import { SyncState } from './sync-state.tsx';
import { VersionLimitsForm } from './version-limits.form.tsx';

/** The connection's configuration and everything else about it as a whole, down to its deletion. Readers see its state. */
export function SettingsTab({ source }: { source: ConfiguredSource }) {
  const t = messages.use();
  const state = (
    <Part>
      <h2>{t('state.title')}</h2>
      <SyncState source={source} />
    </Part>
  );
  if (!source.can.edit) {
    return (
      <Stack gap={6}>
        <Note>{t('settings.read_only')}</Note>
        {state}
      </Stack>
    );
  }
  return (
    <Stack gap={6}>
      <Part>
        <h2>{t('settings.configuration')}</h2>
        <ConfigurationSettings source={source} />
      </Part>
      <Divider />
      <Part>
        <RenameForm key={source.name} source={source} />
      </Part>
      <Divider />
      <Part>
        <h2>{t('settings.shrink_title')}</h2>
        <ShrinkingForm source={source} />
      </Part>
      <Divider />
      <Part>
        <h2>{t('settings.versions_title')}</h2>
        <VersionLimitsForm key={`${source.versionsKept} ${source.versionDays}`} source={source} />
      </Part>
      <Divider />
      <Part>
        <h2>{t('settings.copy_title')}</h2>
        <CopySourceForm key={source.id} source={source} />
      </Part>
      <Divider />
      <Part>
        <h2>{t('settings.export_title')}</h2>
        <ExportSource source={source} />
      </Part>
      <Divider />
      {state}
      <Divider />
      <Part>
        <h2>{t('settings.delete_title')}</h2>
        <DeleteSource source={source} />
      </Part>
    </Stack>
  );
}

const Part = styled('section')({ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' });
