import { QUERY_DESCRIPTION_MAX, QUERY_NAME_MAX } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { Button, styled } from '@headwater/shared/ui';
import { TextInput } from '@headwater/shared/ui/inputs';
import { Dialog } from '@headwater/shared/ui/menu';
import { useId, useState, type FormEvent } from 'react';
import { messages } from '../../../messages.ts';

interface QueryFormProps {
  title: string;
  initial: { name: string; description: string };
  onSave(named: { name: string; description: string }): Promise<unknown>;
  onClose(): void;
}

/** Asks for a query's name and description. What is wrong with the name stands below it. */
export function QueryForm({ title, initial, onSave, onClose }: QueryFormProps) {
  const t = messages.use();
  const form = useId();
  const errorText = useErrorText();
  const [named, setNamed] = useState(initial);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const name = named.name.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name === '') return;
    setBusy(true);
    try {
      await onSave({ name, description: named.description.trim() });
      onClose();
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('saved.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={isBusy}
            disabledReason={name === '' ? t('saved.name_missing') : undefined}
          >
            {t('saved.save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('saved.name')}
          value={named.name}
          maxLength={QUERY_NAME_MAX}
          error={error}
          autoFocus
          onChange={({ target }) => {
            setNamed({ ...named, name: target.value });
            setError(undefined);
          }}
        />
        <TextInput
          label={t('saved.description')}
          value={named.description}
          maxLength={QUERY_DESCRIPTION_MAX}
          onChange={({ target }) => setNamed({ ...named, description: target.value })}
        />
      </Form>
    </Dialog>
  );
}

const Form = styled('form')({ display: 'grid', gap: 16 });
