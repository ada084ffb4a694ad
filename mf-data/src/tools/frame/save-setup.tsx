import { TOOL_SETUP_NAME_MAX } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { Button, Stack } from '@headwater/shared/ui';
import { Checkbox, TextInput } from '@headwater/shared/ui/inputs';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';

interface SaveSetupProps {
  initial: string;
  onCancel(): void;
  onSave(values: { name: string; afterSync: boolean }): Promise<unknown>;
}

/** Asks for the name of a setup, and whether it runs by itself. */
export function SaveSetup({ initial, onCancel, onSave }: SaveSetupProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const [name, setName] = useState(initial);
  const [afterSync, setAfterSync] = useState(true);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError(t('tool.name_missing'));
    setBusy(true);
    try {
      await onSave({ name: name.trim(), afterSync });
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog open title={t('tool.save_title')} onClose={onCancel}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={4}>
          <TextInput
            label={t('tool.name')}
            value={name}
            maxLength={TOOL_SETUP_NAME_MAX}
            error={error}
            autoFocus
            onChange={({ target }) => {
              setName(target.value);
              setError(undefined);
            }}
          />
          <Checkbox
            label={t('tool.after_sync')}
            hint={t('tool.after_sync_hint')}
            checked={afterSync}
            onChange={({ target }) => setAfterSync(target.checked)}
          />
          <div>
            <Button type="submit" variant="primary" busy={isBusy}>
              {t('tool.save')}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
