import { VERSION_DAYS_MAX, VERSIONS_KEPT_MAX } from '@headwater/shared/contract';
import { Form, FormBanner, TextField } from '@headwater/shared/forms';
import { Button, Note, Stack, styled, toast } from '@headwater/shared/ui';
import { useState } from 'react';
import { wholeNumberRules } from '../connect/field-rules.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useChangeSource } from './use-change-source.ts';

/** Chooses how many versions of each table are kept, and for how many days. */
export function VersionLimitsForm({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const change = useChangeSource(source);
  const [busy, setBusy] = useState(false);
  const { versionsKept, versionDays } = source;
  const save = async (values: { versionsKept: string; versionDays: string }) => {
    setBusy(true);
    try {
      await change({ versionsKept: Number(values.versionsKept), versionDays: Number(values.versionDays) });
      toast.success(t('settings.versions_saved'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack style={{ maxWidth: 'var(--form)' }}>
      <Form
        initialValues={{ versionsKept: String(versionsKept), versionDays: String(versionDays) }}
        validate={{
          versionsKept: wholeNumberRules({ minimum: 1, maximum: VERSIONS_KEPT_MAX }, t),
          versionDays: wholeNumberRules({ minimum: 0, maximum: VERSION_DAYS_MAX }, t),
        }}
        onSubmit={save}
      >
        <FormBanner />
        <TwoFields>
          <TextField
            name="versionsKept"
            label={t('settings.versions_kept')}
            hint={t('settings.versions_kept_hint')}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            name="versionDays"
            label={t('settings.version_days')}
            hint={t('settings.version_days_hint')}
            inputMode="numeric"
            autoComplete="off"
          />
        </TwoFields>
        <Note>{t('settings.versions_effect')}</Note>
        <div>
          <Button type="submit" busy={busy} busyLabel={t('tables.saving')}>
            {t('settings.versions_save')}
          </Button>
        </div>
      </Form>
    </Stack>
  );
}

const TwoFields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: 16,
  '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
