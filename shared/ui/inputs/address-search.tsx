import { useEffect, useRef, useState } from 'react';
import { SearchInput } from './search-input.tsx';

interface AddressSearchProps {
  label: string;
  /** What the address says is searched for. */
  value: string;
  /** Writes it into the address. */
  onChange(value: string): void;
  width?: number;
}

/** How long a pause makes what was typed a search, in ms. */
const PAUSE = 150;

/**
 * A search whose text lives in the address. An address changes a moment after it is told to, so what is being typed
 * is kept here and written in pauses; a change that comes from elsewhere, such as Back, is taken over.
 */
export function AddressSearch({ label, value, onChange, width }: AddressSearchProps) {
  const [text, setText] = useState(value);
  const pause = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (pause.current === undefined) setText(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(pause.current), []);
  const type = (typed: string) => {
    setText(typed);
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(() => {
      pause.current = undefined;
      onChange(typed);
    }, PAUSE);
  };
  return <SearchInput label={label} value={text} onChange={type} width={width} />;
}
