import type { CatalogStream } from '@headwater/shared/contract';
import { useFindingText, useFormat } from '@headwater/shared/messages';
import { CompactSelect, Cut, Mono, Row, styled, Text } from '@headwater/shared/ui';
import { Mark, Tag } from '@headwater/shared/ui/workspace';
import { IconKey } from '@headwater/shared/ui/icons';
import { Switch } from '@headwater/shared/ui/inputs';
import type { HTMLAttributes } from 'react';
import { messages } from '../messages.ts';
import { Found } from './found.tsx';
import { keptColumns } from './kept-columns.ts';
import type { Match } from './search.ts';
import { wayOf, WAYS, waysOf, type Way } from './ways.ts';

interface StreamLineProps {
  stream: CatalogStream;
  /** The row's attributes in the tree, for the keyboard and screen readers. */
  wiring: HTMLAttributes<HTMLDivElement>;
  search: string;
  /** The columns that match the search, if the table's name doesn't. */
  match: Match | null;
  isSelected: boolean;
  /** Whether its columns are open. */
  isOpen: boolean;
  canSwitch: boolean;
  /** Whether it isn't as it is saved. */
  isChanged: boolean;
  /** Chooses how it is kept. Null for people who may not. */
  onKeepAs: ((way: Way) => void) | null;
  /** Called with whether the tables between this one and the last that was switched are meant, too. */
  onChange(on: boolean, isRange: boolean): void;
  onOpen(): void;
  /** Called when the pointer is over its name, so it may be opened next. */
  onPoint(): void;
}

/** One table: its switch, its name, which opens its columns, and what is known about its size. */
export function StreamLine(props: StreamLineProps) {
  const { stream, wiring, search, match, isSelected, isOpen, canSwitch, isChanged, onKeepAs } = props;
  const { onChange, onOpen, onPoint } = props;
  const t = messages.use();
  const { number, bytes } = useFormat();
  const { name, tableName, estimatedRows, estimatedBytes, problem, change } = stream;
  const figure = (value: number | null, write: (value: number) => string) =>
    value === null ? '–' : write(value);
  return (
    <Line {...wiring} aria-selected={isSelected} aria-expanded={isOpen} data-changed={isChanged || undefined}>
      {/* Otherwise, Shift selects the text in between. */}
      <div role="gridcell" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
        <Switch
          label={t('tables.switch', { table: tableName })}
          hideLabel
          tabIndex={-1}
          checked={isSelected}
          disabled={!canSwitch}
          onChange={({ target, nativeEvent }) =>
            onChange(target.checked, (nativeEvent as MouseEvent).shiftKey)
          }
        />
      </div>
      <div role="rowheader">
        <Name>
          <button type="button" tabIndex={-1} title={tableName} onClick={onOpen} onPointerEnter={onPoint}>
            <Found text={name} search={search} />
          </button>
          {problem ? (
            <Unreadable className="hw-narrow" />
          ) : match && match.total > 0 ? (
            <MatchingColumns match={match} search={search} />
          ) : (
            <About stream={stream} />
          )}
          {change && <ChangeTag change={change} />}
        </Name>
      </div>
      <div role="gridcell" className="hw-p2 end">
        {problem ? <Unreadable /> : figure(estimatedRows, number)}
      </div>
      <div role="gridcell" className="hw-p3 hw-size end">
        {figure(estimatedBytes, bytes)}
      </div>
      <div role="gridcell" className="hw-p3 hw-size end">
        {keptColumns(stream)}
      </div>
      <div role="gridcell" className="hw-p3">
        <Key columns={stream.primaryKey} cursor={stream.cursorColumn} />
      </div>
      <div role="gridcell" className="hw-p3">
        {isSelected && onKeepAs ? (
          <KeepAs stream={stream} onChange={onKeepAs} />
        ) : isSelected ? (
          <Cut>{t(`keep.${wayOf(stream)}_short`)}</Cut>
        ) : (
          <Text tone="dim">{t('keep.not_copied')}</Text>
        )}
      </div>
    </Line>
  );
}

/** Says that the source has changed the table. The panel leads to the change. */
function ChangeTag({ change }: { change: NonNullable<CatalogStream['change']> }) {
  const t = messages.use();
  return (
    <Tag className="hw-change" tone={change === 'waits' ? 'warn' : 'accent'}>
      {t(`tables.change_${change}`)}
    </Tag>
  );
}

/** The columns that match the search, for a table whose name doesn't. */
function MatchingColumns({ match: { first, total }, search }: { match: Match; search: string }) {
  const t = messages.use();
  const words = t.rich('tables.matches_column', {
    name: first[0] ?? '',
    more: total - 1,
    code: (name) => (
      <Mono>
        <Found text={name} search={search} />
      </Mono>
    ),
  });
  return <Cut title={total > first.length ? `${first.join(', ')}, …` : first.join(', ')}>{words}</Cut>;
}

/** What its source says about it, and what was detected in a file. */
function About({ stream: { comment, findings } }: Pick<StreamLineProps, 'stream'>) {
  const findingText = useFindingText();
  if (comment === null && findings.length === 0) return null;
  const words = [...(comment === null ? [] : [comment]), ...findings.map(findingText)].join(' · ');
  return <Cut title={words}>{words}</Cut>;
}

function Unreadable({ className }: { className?: string }) {
  const t = messages.use();
  return (
    <Row justify="end" className={className}>
      <Mark glyph="action" tone="bad" words={t('tables.problem')} />
    </Row>
  );
}

/** The ways that fit the table, and the one that it has. */
function KeepAs({ stream, onChange }: { stream: CatalogStream; onChange(way: Way): void }) {
  const t = messages.use();
  const now = wayOf(stream);
  const fitting = waysOf(stream);
  const options = WAYS.filter((way) => way === now || fitting.includes(way)).map((way) => ({
    value: way,
    label: t(`keep.${way}_short`),
  }));
  return (
    <CompactSelect
      bare
      width={118}
      tabIndex={-1}
      label={t('keep.of', { table: stream.tableName })}
      value={now}
      options={options}
      onChange={(way) => onChange(way as Way)}
    />
  );
}

function Key({ columns, cursor }: { columns: readonly string[]; cursor: string | null }) {
  const t = messages.use();
  if (columns.length === 0 && cursor === null) return <Text tone="dim">{t('tables.no_key')}</Text>;
  const key = columns.join(', ') || '–';
  return (
    <KeyNames title={cursor === null ? key : `${key}, ${cursor}`}>
      <IconKey size={12} />
      <Mono>{key}</Mono>
      {cursor !== null && <Mono className="cursor">, {cursor}</Mono>}
    </KeyNames>
  );
}

const Line = styled('div')({
  '&:hover, &:focus-within': { background: 'var(--surface-2)' },
  '&[aria-expanded="true"]': { background: 'var(--accent-soft)' },
  // Its text begins below the header's.
  '& select': { marginLeft: -9 },
  '&[data-changed]': { boxShadow: 'inset 3px 0 var(--accent)' },
  '&[aria-selected="false"]': { color: 'var(--text-3)' },
});
// On phones, what follows the name is below it.
const Name = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  gap: '0 10px',
  minWidth: 0,
  '& > button': {
    flex: 'none',
    maxWidth: '72%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderRadius: 2,
    font: 'var(--weight-medium) 12.5px/1.5 var(--font-mono)',
    lineHeight: '28px',
  },
  '& > button:hover': { textDecoration: 'underline' },
  '& > span:not(.hw-change)': {
    color: 'var(--text-3)',
    fontSize: 'var(--size-12)',
    fontWeight: 'var(--weight-text)',
  },
  '& > .hw-change': { flex: 'none', fontWeight: 'var(--weight-text)' },
  '@media (max-width: 600px)': {
    display: 'grid',
    justifyItems: 'start',
    '& > button, & > span': { maxWidth: '100%' },
    '& > button:not(:only-child)': { lineHeight: '20px' },
  },
});
const KeyNames = styled(Cut)({
  '& > .cursor': { color: 'var(--text-3)' },
  '& > .hw-icon': { display: 'inline-block', marginRight: 4, verticalAlign: '-1.5px', color: 'var(--icon)' },
});
