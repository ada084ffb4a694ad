import type { Column } from '@headwater/shared/contract';
import { IconButton, Mono, Row, styled } from '@headwater/shared/ui';
import { IconClose } from '@headwater/shared/ui/icons';
import { Select } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';

interface KeyColumnsProps {
  /** Null for the source's own key. */
  value: readonly string[] | null;
  ofSource: readonly string[];
  columns: readonly Column[];
  error: string | undefined;
  disabled: boolean;
  onChange(value: string[] | null): void;
}

/** The columns by which rows are recognized: the source's key, unless others are chosen. */
export function KeyColumns({ value, ofSource, columns, error, disabled, onChange }: KeyColumnsProps) {
  const t = messages.use();
  const key = value ?? ofSource;
  const change = (next: readonly string[]) =>
    onChange(next.length === 0 || next.join('\n') === ofSource.join('\n') ? null : [...next]);
  const others = columns.map(({ name }) => name).filter((name) => !key.includes(name));
  return (
    <Root>
      <Select
        label={t('keep.key')}
        hint={value === null && ofSource.length > 0 ? t('keep.key_of_source') : undefined}
        error={error}
        value=""
        disabled={disabled || others.length === 0}
        options={[
          { value: '', label: t('keep.key_add') },
          ...others.map((name) => ({ value: name, label: name })),
        ]}
        onChange={({ target }) => target.value && change([...key, target.value])}
      />
      {key.length > 0 && (
        <ul>
          {key.map((name) => (
            <li key={name}>
              <Row gap={1} nowrap>
                <Mono>{name}</Mono>
                {!disabled && (
                  <IconButton
                    label={t('keep.key_remove', { column: name })}
                    size="small"
                    onClick={() => change(key.filter((one) => one !== name))}
                  >
                    <IconClose size={12} />
                  </IconButton>
                )}
              </Row>
            </li>
          ))}
        </ul>
      )}
    </Root>
  );
}

const Root = styled('div')({
  display: 'grid',
  gap: 6,
  '& > ul': { display: 'flex', flexWrap: 'wrap', gap: 6 },
  '& li': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 28,
    paddingLeft: 8,
    borderRadius: 'var(--radius-in)',
    background: 'var(--fill)',
    fontSize: 'var(--size-12)',
  },
});
