import { useEffect, useRef, useState } from 'react';
import { SearchInput } from './search-input.tsx';

interface AddressSearchProps {
  label: string;
  /** The search text in the URL. */
  value: string;
  /** Writes the search text to the URL. */
  onChange(value: string): void;
  width?: number;
}

/** How long the user must stop typing before the search starts, in ms. */
const PAUSE_MS = 150;

/**
 * A search whose text is in the URL. The URL changes with a delay, so the text being typed is kept here and written
 * when the user pauses. A change from elsewhere, such as Back, replaces the text.
 */
export function AddressSearch({ label, value, onChange, width }: AddressSearchProps) {
  const [text, setText] = useState(value);
  const pause = useRef<number | undefined>(undefined);
  const written = useRef<string[]>([]);
  useEffect(() => {
    const own = written.current.indexOf(value);
    // A slow page can render what was written here when more has been typed and written since.
    if (own >= 0) written.current.splice(0, own + 1);
    else if (pause.current === undefined) setText(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(pause.current), []);
  // The rest of the URL may have changed since the last key.
  const write = useRef<(typed: string) => void>(onChange);
  useEffect(() => {
    write.current = (typed) => {
      if (typed !== (written.current.at(-1) ?? value)) written.current.push(typed);
      onChange(typed);
    };
  }, [onChange, value]);
  const type = (typed: string) => {
    setText(typed);
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(() => {
      pause.current = undefined;
      write.current(typed);
    }, PAUSE_MS);
  };
  return <SearchInput label={label} value={text} onChange={type} width={width} />;
}
