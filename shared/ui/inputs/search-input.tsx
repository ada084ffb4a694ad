import { styled } from '@mui/material/styles';
import type { Ref } from 'react';
import { SEARCH_TEXT_MAX } from '../../contract/ground/words.ts';
import { IconButton } from '../core/icon-button.tsx';
import { IconClose, IconSearch } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { Affix, InputBox } from './text-input.tsx';

export interface SearchInputProps {
  /** What is searched, as the accessible name and the placeholder: "Find a connection". */
  label: string;
  value: string;
  onChange(value: string): void;
  /** In px or CSS; full width on phones. Default 240. */
  width?: number | string;
  size?: 'medium' | 'small';
  ref?: Ref<HTMLInputElement>;
}

/** A search field for a list. Escape clears it. */
export function SearchInput({ label, value, onChange, width = 240, size = 'small', ref }: SearchInputProps) {
  const t = uiMessages.use();
  return (
    <Root
      data-lead
      data-tail
      data-size={size}
      role="search"
      style={{ '--width': typeof width === 'number' ? `${width}px` : width } as object}
    >
      <IconSearch />
      <InputBox
        ref={ref}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={SEARCH_TEXT_MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.stopPropagation();
            onChange('');
          }
        }}
      />
      {value && (
        <IconButton size="small" label={t('clear_search')} onClick={() => onChange('')}>
          <IconClose />
        </IconButton>
      )}
    </Root>
  );
}

const Root = styled(Affix)({
  width: 'var(--width)',
  '&[data-size="small"] > input': { height: 'var(--control-sm)', fontSize: 'var(--size-13)' },
  '&[data-size="small"] > .MuiButtonBase-root': {
    width: 'calc(var(--control-sm) - 4px)',
    height: 'calc(var(--control-sm) - 4px)',
    zIndex: 0,
  },
  '@media (max-width: 600px)': { width: '100%' },
});
