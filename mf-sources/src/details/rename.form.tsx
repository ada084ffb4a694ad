import { Form, FormBanner, TextField } from '@headwater/shared/forms';
import { Button, Stack, toast } from '@headwater/shared/ui';
import { useState } from 'react';
import { nameRules } from '../connect/field-rules.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useChangeSource } from './use-change-source.ts';

/** Renames the connection. Its button is secondary: the page's primary one belongs to the configuration. */
export function RenameForm({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const change = useChangeSource(source);
  const [busy, setBusy] = useState(false);
  const rename = async ({ name }: { name: string }) => {
    setBusy(true);
    try {
      await change({ name: name.trim() });
      toast.success(t('settings.renamed', { name: name.trim() }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack style={{ maxWidth: 'var(--form)' }}>
      <Form initialValues={{ name: source.name }} validate={{ name: nameRules(t) }} onSubmit={rename}>
        <FormBanner />
        <TextField name="name" label={t('connect.name')} hint={t('connect.name_hint')} autoComplete="off" />
        <div>
          <Button type="submit" busy={busy} busyLabel={t('settings.renaming')}>
            {t('settings.rename')}
          </Button>
        </div>
      </Form>
    </Stack>
  );
}
