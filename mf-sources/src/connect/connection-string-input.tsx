import { IconLink } from '@headwater/shared/ui/icons';
import { TextInput } from '@headwater/shared/ui/inputs';
import { useState, type ChangeEvent } from 'react';
import { useAfterPress } from './use-after-press.ts';
import { messages } from '../messages.ts';
import type { ConnectionParts, ParseConnectionString } from './connection-string.ts';

interface ConnectionStringInputProps {
  parse: ParseConnectionString;
  placeholder: string;
  /** What is said of a text that is no connection string. */
  wrongText: string;
  /** Fills the form with the parts. */
  onParts(parts: ConnectionParts): void;
}

/**
 * An input that fills the form from a connection string. The string is parsed when it is pasted or when the input
 * loses the focus, not while it is typed. It is then cleared, because it can contain a password. If it loses the focus
 * to a press of a button, it is parsed once the pointer is released: what is filled in moves the button, which would
 * otherwise miss its click.
 */
export function ConnectionStringInput({
  parse,
  placeholder,
  wrongText,
  onParts,
}: ConnectionStringInputProps) {
  const t = messages.use();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const [filled, setFilled] = useState(0);
  const afterPress = useAfterPress();
  const read = (given: string) => {
    const parts = parse(given);
    setText(parts ? '' : given);
    setWrong(!parts && given.trim() !== '');
    if (!parts) return;
    setFilled(Object.keys(parts).length);
    onParts(parts);
  };
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    setFilled(0);
    if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') return read(target.value);
    setText(target.value);
    setWrong(false);
  };
  return (
    <TextInput
      label={t('connect.string')}
      labelEnd={t('connect.string_note')}
      placeholder={placeholder}
      lead={<IconLink />}
      mono
      value={text}
      autoComplete="off"
      spellCheck={false}
      error={wrong ? wrongText : undefined}
      hint={
        filled > 0 ? <span role="status">{t('connect.string_filled', { count: filled })}</span> : undefined
      }
      onChange={change}
      onBlur={() => text && afterPress(() => read(text))}
    />
  );
}
