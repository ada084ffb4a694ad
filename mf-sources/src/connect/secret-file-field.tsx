import { PasswordField } from '@headwater/shared/forms';
import { styled } from '@headwater/shared/ui';
import { FilePicker } from '@headwater/shared/ui/inputs';
import { useRef, useState, type DragEvent } from 'react';
import { messages } from '../messages.ts';

interface SecretFileFieldProps {
  name: string;
  label: string;
  isOptional: boolean;
  accept?: string | undefined;
  hint: string;
}

/** A key file that is larger than this is none. */
const MOST_BYTES = 100_000;

/** A secret that is the text of a file. It can be pasted, dropped, or chosen. */
export function SecretFileField({ name, label, isOptional, accept, hint }: SecretFileFieldProps) {
  const t = messages.use();
  const root = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const [read, setRead] = useState('');
  const take = async (file: File) => {
    const input = root.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!input) return;
    if (file.size > MOST_BYTES) return setRead(t('connect.secret_file_large', { name: file.name }));
    type(input, await file.text());
    setRead(t('connect.secret_file_read', { name: file.name }));
    input.focus();
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void take(file);
  };
  return (
    <Target
      ref={root}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <PasswordField
        name={name}
        label={label}
        labelEnd={
          <End>
            {isOptional && t('connect.optional')}
            <FilePicker
              label={t('connect.secret_file_choose', { label })}
              {...(accept !== undefined && { accept })}
              onFile={(file) => void take(file)}
            >
              {t('connect.secret_file')}
            </FilePicker>
          </End>
        }
        hint={
          <>
            {hint}
            <Read role="status">{read}</Read>
          </>
        }
        autoComplete="off"
      />
    </Target>
  );
}

/** Changes a field as typing would, so that everything that follows the form hears of it. */
function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const Target = styled('div')({
  borderRadius: 'var(--radius-in)',
  '&[data-over]': { outline: '2px dashed var(--accent)', outlineOffset: 6 },
});

const End = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  // The button's text ends where the field does, and the line is as high as others.
  '& button': { margin: '-8px -10px -8px 0' },
});

const Read = styled('span')({ display: 'block', color: 'var(--text)', '&:empty': { display: 'none' } });
