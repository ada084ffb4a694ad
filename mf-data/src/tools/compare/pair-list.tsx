import type { ComparedPair } from '@headwater/shared/contract';
import { Button, IconButton, styled } from '@headwater/shared/ui';
import { IconArrowRight, IconPlus, IconTrash } from '@headwater/shared/ui/icons';
import { Select } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';

interface PairListProps {
  legend: string;
  hint: string;
  pairs: readonly ComparedPair[];
  /** The columns that can be added. */
  left: readonly string[];
  right: readonly string[];
  onChange(pairs: ComparedPair[]): void;
}

/** Pairs of a left and a right column, which may have different names. */
export function PairList({ legend, hint, pairs, left, right, onChange }: PairListProps) {
  const t = messages.use();
  const [isAdding, setAdding] = useState(false);
  return (
    <Group>
      <legend>{legend}</legend>
      <p>{hint}</p>
      {pairs.length > 0 && (
        <ul aria-label={legend}>
          {pairs.map((pair) => (
            <li key={`${pair.left} ${pair.right}`}>
              <code>{pair.left}</code>
              {pair.left !== pair.right && (
                <>
                  <IconArrowRight />
                  <code>{pair.right}</code>
                </>
              )}
              <IconButton
                label={t('compare.remove_pair', { column: pair.left })}
                onClick={() => onChange(pairs.filter((other) => other !== pair))}
              >
                <IconTrash />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewPair
          left={left}
          right={right}
          onAdd={(pair) => {
            onChange([...pairs, pair]);
            setAdding(false);
          }}
        />
      ) : (
        <div>
          <Button
            size="small"
            variant="ghost"
            icon={<IconPlus />}
            disabledReason={
              left.length === 0 || right.length === 0 ? t('compare.no_more_columns') : undefined
            }
            onClick={() => setAdding(true)}
          >
            {t('compare.add_pair')}
          </Button>
        </div>
      )}
    </Group>
  );
}

interface NewPairProps extends Pick<PairListProps, 'left' | 'right'> {
  onAdd(pair: ComparedPair): void;
}

function NewPair({ left, right, onAdd }: NewPairProps) {
  const t = messages.use();
  const [pair, setPair] = useState<ComparedPair>({ left: left[0]!, right: right[0]! });
  const options = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <Adding>
      <Select
        label={t('compare.left_column')}
        value={pair.left}
        options={options(left)}
        onChange={({ target }) => setPair({ ...pair, left: target.value })}
      />
      <Select
        label={t('compare.right_column')}
        value={pair.right}
        options={options(right)}
        onChange={({ target }) => setPair({ ...pair, right: target.value })}
      />
      <div>
        <Button size="small" onClick={() => onAdd(pair)}>
          {t('compare.add')}
        </Button>
      </div>
    </Adding>
  );
}

const Group = styled('fieldset')({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { padding: 0, marginBottom: 4, fontWeight: 'var(--weight-medium)' },
  '& > p': { margin: 0, fontSize: 'var(--size-12)', color: 'var(--text-2)' },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 6 },
  '& li': {
    display: 'flex',
    gap: 8,
    alignItems: 'center',
    paddingLeft: 10,
    borderRadius: 'var(--radius)',
    background: 'var(--surface-3)',
    minWidth: 0,
  },
  '& li > code': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& li > button': { marginLeft: 'auto' },
});
const Adding = styled('div')({ display: 'grid', gap: 8 });
