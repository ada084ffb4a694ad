import { Form, FormBanner, TextField } from '@headwater/shared/forms';
import { useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, Note, Stack, toast } from '@headwater/shared/ui';
import { useState } from 'react';
import { nameRules } from '../connect/field-rules.ts';
import { messages } from '../messages.ts';
import { sourceQueries, copySource, type SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** The longest name of a connection. */
const NAME_MAX = 80;

/** Makes a connection like this one, without its data, and opens it. */
export function CopySourceForm({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const copy = async ({ name }: { name: string }) => {
    setBusy(true);
    try {
      const made = await copySource(organizationId, source.id, name.trim());
      void client.invalidateQueries({ queryKey: sourceQueries.list(organizationId).queryKey });
      toast.success(t('settings.copied', { name: made.name }));
      await navigate(paths.sourceConnection(organizationId, made.id));
    } finally {
      setBusy(false);
    }
  };
  const name = t('settings.copy_of', { name: source.name }).slice(0, NAME_MAX);
  return (
    <Stack style={{ maxWidth: 'var(--form)' }}>
      <Note>{t('settings.copy_text')}</Note>
      <Form initialValues={{ name }} validate={{ name: nameRules(t) }} onSubmit={copy}>
        <FormBanner />
        <TextField name="name" label={t('settings.copy_name')} autoComplete="off" />
        <div>
          <Button type="submit" busy={busy} busyLabel={t('settings.copying')}>
            {t('settings.copy')}
          </Button>
        </div>
      </Form>
    </Stack>
  );
}
