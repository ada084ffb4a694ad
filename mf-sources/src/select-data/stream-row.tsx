import type { CatalogStream } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Cut, Mono, Row, styled, Text } from '@headwater/shared/ui';
import { Mark } from '@headwater/shared/ui/workspace';
import { IconKey } from '@headwater/shared/ui/icons';
import { Switch } from '@headwater/shared/ui/inputs';
import { messages } from '../messages.ts';
import type { Selection, StreamGroup } from './selection.ts';

interface StreamRowProps {
  /** Position in the whole list, from 0. */
  at: number;
  stream: CatalogStream;
  isSelected: boolean;
  isOpen: boolean;
  canEdit: boolean;
  onChange(on: boolean): void;
  onOpen(): void;
}

/** One table: its switch, its name that opens its columns, and what is known of its size. */
export function StreamRow({ at, stream, isSelected, isOpen, canEdit, onChange, onOpen }: StreamRowProps) {
  const t = messages.use();
  const { number, bytes } = useFormat();
  const { name, tableName, columns, estimatedRows, estimatedBytes, problem } = stream;
  const figure = (value: number | null, write: (value: number) => string) =>
    value === null ? '–' : write(value);
  return (
    <Line aria-rowindex={at + 2} aria-selected={isOpen || undefined} data-off={isSelected ? undefined : true}>
      <td>
        <Switch
          label={t('tables.switch', { table: tableName })}
          hideLabel
          checked={isSelected}
          disabled={!canEdit || (problem !== null && !isSelected)}
          onChange={(event) => onChange(event.target.checked)}
        />
      </td>
      <th scope="row">
        <button type="button" title={tableName} aria-expanded={isOpen} onClick={onOpen}>
          {name}
        </button>
      </th>
      <td className="hw-p2 end">
        {problem ? (
          <Row justify="end">
            <Mark glyph="action" tone="bad" words={t('tables.problem')} />
          </Row>
        ) : (
          figure(estimatedRows, number)
        )}
      </td>
      <td className="hw-p3 end">{figure(estimatedBytes, bytes)}</td>
      <td className="hw-p3 end">{number(columns.length)}</td>
      <td className="hw-p3">
        <Key columns={stream.primaryKey} />
      </td>
    </Line>
  );
}

function Key({ columns }: { columns: readonly string[] }) {
  const t = messages.use();
  if (columns.length === 0) return <Text tone="dim">{t('tables.no_key')}</Text>;
  const names = columns.join(', ');
  return (
    <KeyNames title={names}>
      <IconKey size={12} />
      <Mono>{names}</Mono>
    </KeyNames>
  );
}

interface GroupRowProps {
  at: number;
  /** With all of its tables, also those that a filter hides. */
  group: StreamGroup;
  selection: Selection;
}

/** The heading of a schema: how many of its tables are chosen. */
export function GroupRow({ at, group: { namespace, streams }, selection }: GroupRowProps) {
  const t = messages.use();
  const selected = streams.filter((stream) => selection.has(stream.tableName)).length;
  return (
    <GroupLine aria-rowindex={at + 2}>
      <th scope="colgroup" colSpan={6}>
        <Mono>{namespace}</Mono>
        <Text tone="muted">{t('tables.group', { selected, total: streams.length })}</Text>
      </th>
    </GroupLine>
  );
}

const Line = styled('tr')({
  '&:hover, &:focus-within': { background: 'var(--surface-2)' },
  '&[aria-selected="true"]': { background: 'var(--accent-soft)' },
  '& > th > button': {
    display: 'block',
    maxWidth: 'min(340px, 42vw)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderRadius: 2,
    font: 'var(--weight-medium) 12.5px/1.5 var(--font-mono)',
    lineHeight: '28px',
  },
  '& > th > button:hover': { textDecoration: 'underline' },
  '&[data-off] > td, &[data-off] > th > button': { color: 'var(--text-3)' },
});
const GroupLine = styled('tr')({
  background: 'var(--surface-2)',
  '& > th': { fontSize: 'var(--size-12)', fontWeight: 'var(--weight-text)' },
  '& > th > :first-of-type': { fontSize: 12, marginRight: 8 },
});
const KeyNames = styled(Cut)({
  maxWidth: 180,
  '& > .hw-icon': { display: 'inline-block', marginRight: 4, verticalAlign: '-1.5px', color: 'var(--icon)' },
});
