import { ownValue } from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

interface ParameterFieldsProps {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange(name: string, value: string): void;
}

/** The values of a query's parameters. */
export function ParameterFields({ names, values, onChange }: ParameterFieldsProps) {
  const t = messages.use();
  const listed = names
    .map((name) => ({ name, value: ownValue(values, name) ?? '' }))
    .find(({ value }) => value.includes(','));
  return (
    <Line>
      {names.map((name) => (
        <label key={name}>
          {name}
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder={t('sql.null')}
            value={ownValue(values, name) ?? ''}
            onChange={({ target }) => onChange(name, target.value)}
          />
        </label>
      ))}
      <small>{listed ? t('sql.parameter_list', listed) : t('sql.parameters_hint')}</small>
    </Line>
  );
}

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '8px 16px',
  borderTop: 'var(--hair)',
  background: 'var(--surface-2)',
  '& label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    fontSize: 'var(--size-12)',
    color: 'var(--text-2)',
  },
  '& input': {
    width: 140,
    height: 'var(--control-sm)',
    padding: '0 8px',
    borderRadius: 'var(--radius)',
    border: '1px solid var(--control-line)',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontFamily: 'var(--font-mono)',
    fontSize: 12,
  },
  '& input::placeholder': { color: 'var(--text-3)', opacity: 1 },
  '& small': { marginLeft: 'auto', fontSize: 'var(--size-12)', color: 'var(--text-3)' },
});
