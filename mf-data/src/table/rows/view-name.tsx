import { VIEW_NAME_MAX } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { Button, styled } from '@headwater/shared/ui';
import { TextInput } from '@headwater/shared/ui/inputs';
import { useState, type FormEvent } from 'react';
import { messages } from '../../messages.ts';

interface ViewNameProps {
  /** The name so far, for one that is renamed. */
  initial?: string;
  /** What is above the field. */
  label: string;
  /** What the button says. */
  action: string;
  onSave(name: string): Promise<void>;
}

/** Asks for the name of a view. What is wrong with it stands below it. */
export function ViewName({ initial = '', label, action, onSave }: ViewNameProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A portal's events bubble to the page's own forms.
    event.stopPropagation();
    if (name.trim() === '') return;
    setBusy(true);
    try {
      await onSave(name.trim());
      setName('');
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={submit} noValidate>
      <TextInput
        label={label}
        value={name}
        maxLength={VIEW_NAME_MAX}
        error={error}
        autoFocus={initial !== ''}
        onChange={({ target }) => {
          setName(target.value);
          setError(undefined);
        }}
      />
      <Button
        type="submit"
        size="small"
        busy={isBusy}
        disabledReason={name.trim() === '' ? t('views.name_missing') : undefined}
      >
        {action}
      </Button>
    </Form>
  );
}

const Form = styled('form')({ flex: 1, display: 'grid', gap: 8, '& > button': { justifySelf: 'end' } });
