import { Banner, Button, Stack, styled } from '@headwater/shared/ui';
import { useErrorText } from '@headwater/shared/messages';
import type { FormFault } from '@headwater/shared/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import { ManifestFaults } from './manifest-faults.tsx';
import { goToLine, ManifestInput } from './manifest-input.tsx';

interface ManifestEditorProps {
  initial: string;
  /** The line to begin at, if somebody wants to see one. */
  line?: number | null;
  isReading: boolean;
  /** What is wrong with the text that was read last. */
  faults: readonly FormFault[];
  error: Error | null;
  onRead(text: string): void;
  onText(text: string): void;
  /** Leaves the manifest as it was. Not for the first one. */
  onCancel?: (() => void) | undefined;
}

/** Takes a manifest by typing, pasting, dropping, or from a file, and says what in it can't be used. */
export function ManifestEditor({
  initial,
  line = null,
  isReading,
  faults,
  error,
  onRead,
  onText,
  onCancel,
}: ManifestEditorProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  useEffect(() => {
    if (line !== null) goToLine(input.current, line);
  }, [line]);
  const change = (next: string) => {
    setText(next);
    onText(next);
  };
  const take = (whole: string) => {
    change(whole);
    if (whole.trim() !== '') onRead(whole);
  };
  const errors = faults.filter(({ isError }) => isError);
  return (
    <Stack gap={4}>
      <Label>
        <label htmlFor={id}>{t('field.rest.manifest')}</label>
        <button type="button" onClick={() => picker.current?.click()}>
          {t('manifest.open_file')}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".yaml,.yml"
          onChange={({ target }) => {
            void target.files?.[0]?.text().then(take);
            target.value = '';
          }}
        />
      </Label>
      <ManifestInput
        id={id}
        input={input}
        value={text}
        describedBy={`${id}-hint`}
        isWrong={errors.length > 0}
        marked={new Set(errors.map(({ line }) => line))}
        onChange={change}
        onWhole={take}
      />
      <Hint id={`${id}-hint`}>{t('manifest.hint')}</Hint>
      {error && (
        <Banner tone="bad" role="alert">
          {errorText(error)}
        </Banner>
      )}
      <ManifestFaults faults={faults} onLine={(line) => goToLine(input.current, line)} />
      <Buttons>
        <Button
          variant="primary"
          disabled={isReading}
          onClick={() => (text.trim() === '' ? input.current?.focus() : onRead(text))}
        >
          {t(isReading ? 'manifest.reading' : 'manifest.use')}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {t('manifest.keep')}
          </Button>
        )}
      </Buttons>
    </Stack>
  );
}

const Label = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: 12,
  marginBottom: -8,
  fontSize: 'var(--size-13)',
  fontWeight: 'var(--weight-medium)',
  '& button': {
    border: 'none',
    background: 'none',
    padding: 0,
    font: 'inherit',
    fontWeight: 'var(--weight-regular, 400)',
    color: 'var(--accent-text)',
    cursor: 'pointer',
  },
});

const Hint = styled('p')({ margin: '-8px 0 0', fontSize: 'var(--size-12)', color: 'var(--text-2)' });
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
