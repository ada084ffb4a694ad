import { IconButton, styled, Text } from '@headwater/shared/ui';
import { IconChevronDown, IconChevronUp, IconClose } from '@headwater/shared/ui/icons';
import { Select } from '@headwater/shared/ui/inputs';
import { FUNNEL_STEPS_MAX } from '@headwater/shared/contract';
import { messages } from '../../messages.ts';

interface OrderChoiceProps {
  column: string;
  /** The values to choose from, the most frequent first. */
  known: readonly string[];
  /** The order that somebody has chosen. Null for the usual one. */
  order: readonly string[] | null;
  /** The usual one, as far as it's known. */
  usual: readonly string[];
  onChange(order: readonly string[] | null): void;
}

/** In which order the values of a column follow each other. */
export function OrderChoice({ column, known, order, usual, onChange }: OrderChoiceProps) {
  const t = messages.use();
  const start = usual.length > 0 ? usual : known.slice(0, FUNNEL_STEPS_MAX);
  return (
    <Root>
      <Select
        label={t('templates.order', { column })}
        value={order ? 'own' : 'usual'}
        options={[
          { value: 'usual', label: t('templates.order_usual') },
          { value: 'own', label: t('templates.order_own') },
        ]}
        onChange={({ target }) => onChange(target.value === 'own' ? start : null)}
      />
      {order && <OwnOrder known={known} order={order} onChange={onChange} />}
    </Root>
  );
}

interface OwnOrderProps {
  known: readonly string[];
  order: readonly string[];
  onChange(order: readonly string[]): void;
}

function OwnOrder({ known, order, onChange }: OwnOrderProps) {
  const t = messages.use();
  const others = known.filter((value) => !order.includes(value));
  const nameOf = (value: string) => (value === '' ? t('filter.empty_text') : value);
  const moved = (from: number, to: number) =>
    onChange(order.toSpliced(from, 1).toSpliced(to, 0, order[from]!));
  return (
    <>
      <ol aria-label={t('templates.order_steps')}>
        {order.map((value, at) => (
          <li key={value}>
            <span>{nameOf(value)}</span>
            <IconButton
              size="small"
              label={t('templates.order_up', { value: nameOf(value) })}
              disabledReason={at === 0 ? t('templates.order_is_first') : undefined}
              onClick={() => moved(at, at - 1)}
            >
              <IconChevronUp />
            </IconButton>
            <IconButton
              size="small"
              label={t('templates.order_down', { value: nameOf(value) })}
              disabledReason={at === order.length - 1 ? t('templates.order_is_last') : undefined}
              onClick={() => moved(at, at + 1)}
            >
              <IconChevronDown />
            </IconButton>
            <IconButton
              size="small"
              label={t('templates.order_remove', { value: nameOf(value) })}
              disabledReason={order.length === 1 ? t('templates.order_is_only') : undefined}
              onClick={() => onChange(order.toSpliced(at, 1))}
            >
              <IconClose size={12} />
            </IconButton>
          </li>
        ))}
      </ol>
      {others.length > 0 && order.length < FUNNEL_STEPS_MAX && (
        <Select
          label={t('templates.order_add')}
          value=""
          options={[
            { value: '', label: t('templates.order_choose') },
            ...others.map((value) => ({ value: `v${value}`, label: nameOf(value) })),
          ]}
          onChange={({ target }) => target.value !== '' && onChange([...order, target.value.slice(1)])}
        />
      )}
      <Text tone="dim" size={12}>
        {t('templates.order_hint')}
      </Text>
    </>
  );
}

const Root = styled('div')({
  display: 'grid',
  gap: 12,
  '& > ol': {
    display: 'grid',
    listStyle: 'none',
    margin: 0,
    padding: '4px 4px 4px 12px',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
    fontSize: 'var(--size-13)',
  },
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto auto',
    gap: 4,
    alignItems: 'center',
    overflowWrap: 'anywhere',
  },
});
