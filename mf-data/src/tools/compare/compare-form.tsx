import type { CompareConfig } from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';
import { Stack, styled } from '@headwater/shared/ui';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import { TableChoice, useTableById } from '../frame/table-choice.tsx';
import { PairList } from './pair-list.tsx';
import { sharedColumns, suggestedPairs } from './suggest-pairs.ts';
import { VersionChoice } from './version-choice.tsx';

interface CompareFormProps {
  organizationId: string;
  config: CompareConfig;
  onChange(config: CompareConfig): void;
}

/** What is compared with what: two tables or two versions, how rows are matched, and which columns count. */
export function CompareForm({ organizationId, config, onChange }: CompareFormProps) {
  const t = messages.use();
  const left = useTableById(organizationId, config.left.tableId);
  const right = useTableById(organizationId, config.right.tableId);
  const choose = (side: 'left' | 'right', table: Table) => {
    const [one, other] = side === 'left' ? [table, right] : [left, table];
    const isSame = one?.id === other?.id;
    // The version before, which is what people compare a table with.
    const before = isSame && one && one.version! > 1 ? one.version! - 1 : null;
    onChange({
      left: { tableId: one?.id ?? '', version: before },
      right: { tableId: other?.id ?? '', version: null },
      ...(one && other ? suggestedPairs(one, other) : { key: [], columns: [] }),
    });
  };
  return (
    <Stack gap={4}>
      {(['left', 'right'] as const).map((side) => {
        const table = side === 'left' ? left : right;
        return (
          <Stack gap={2} key={side}>
            <TableChoice
              organizationId={organizationId}
              label={t(`compare.${side}`)}
              value={config[side].tableId}
              onChange={(chosen) => choose(side, chosen)}
            />
            {table && left?.id === right?.id && (
              <VersionChoice
                organizationId={organizationId}
                label={t(`compare.${side}_version`)}
                table={table}
                value={config[side].version}
                onChange={(version) => onChange({ ...config, [side]: { ...config[side], version } })}
              />
            )}
          </Stack>
        );
      })}
      {left && right && <ColumnChoice left={left} right={right} config={config} onChange={onChange} />}
    </Stack>
  );
}

interface ColumnChoiceProps extends Omit<CompareFormProps, 'organizationId'> {
  left: Table;
  right: Table;
}

function ColumnChoice({ left, right, config, onChange }: ColumnChoiceProps) {
  const t = messages.use();
  const { key, columns } = config;
  const shared = sharedColumns(left, right, key);
  const isPlain = (pair: (typeof columns)[number]) => pair.left === pair.right && shared.includes(pair.left);
  const plain = columns.filter(isPlain);
  const mapped = columns.filter((pair) => !isPlain(pair));
  const used = [...key, ...columns];
  const free = (side: 'left' | 'right') =>
    (side === 'left' ? left : right).columns
      .map(({ name }) => name)
      .filter((name) => used.every((pair) => pair[side] !== name));
  // Columns that are compared can become the key, and then aren't compared anymore.
  const outsideKey = (side: 'left' | 'right') =>
    (side === 'left' ? left : right).columns
      .map(({ name }) => name)
      .filter((name) => key.every((pair) => pair[side] !== name));
  return (
    <>
      <PairList
        legend={t('compare.key')}
        hint={t(key.length === 0 ? 'compare.no_key' : 'compare.key_hint')}
        pairs={key}
        left={outsideKey('left')}
        right={outsideKey('right')}
        onChange={(next) =>
          onChange({
            ...config,
            key: next,
            columns: columns.filter((pair) =>
              next.every((one) => one.left !== pair.left && one.right !== pair.right),
            ),
          })
        }
      />
      {shared.length > 0 && (
        <Choices>
          <legend>{t('compare.columns')}</legend>
          <div>
            <Checkbox
              label={t('compare.all_columns', { count: shared.length })}
              checked={plain.length === shared.length}
              indeterminate={plain.length > 0 && plain.length < shared.length}
              onChange={({ target }) =>
                onChange({
                  ...config,
                  columns: [
                    ...(target.checked ? shared.map((name) => ({ left: name, right: name })) : []),
                    ...mapped,
                  ],
                })
              }
            />
            {shared.map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={plain.some((pair) => pair.left === name)}
                onChange={({ target }) =>
                  onChange({
                    ...config,
                    columns: target.checked
                      ? [...columns, { left: name, right: name }]
                      : columns.filter((pair) => pair.left !== name),
                  })
                }
              />
            ))}
          </div>
        </Choices>
      )}
      <PairList
        legend={t('compare.mapped')}
        hint={t('compare.mapped_hint')}
        pairs={mapped}
        left={free('left')}
        right={free('right')}
        onChange={(next) => onChange({ ...config, columns: [...plain, ...next] })}
      />
    </>
  );
}

const Choices = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { padding: 0, marginBottom: 8, fontWeight: 'var(--weight-medium)' },
  '& > div': {
    display: 'grid',
    gap: 8,
    maxHeight: 280,
    // What is hidden in it, such as labels, must not make the page longer.
    position: 'relative',
    overflowY: 'auto',
    padding: 12,
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
    overflowWrap: 'anywhere',
  },
});
