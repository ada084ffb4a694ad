import { useFailureText, useFormat, useLogText } from '@headwater/shared/messages';
import { Link, useSearchParams } from '@headwater/shared/routing';
import { styled } from '@headwater/shared/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import type { LogLine } from './log.queries.ts';

interface LogLinesProps {
  lines: readonly LogLine[];
  /** The ID of the line that the URL leads to. */
  linked: string | null;
  isFiltered: boolean;
  /** More of the log is being searched. */
  isSearching: boolean;
  isRunning: boolean;
  /** Loads older lines; undefined if there are none or some are being loaded. */
  onEnd?(): void;
}

/** How far above the end older lines are loaded, in px. */
const AHEAD = 600;

/** Lines of a log, newest first. The browser skips drawing those out of sight. */
export function LogLines({ lines, linked, isFiltered, isSearching, isRunning, onEnd }: LogLinesProps) {
  const t = messages.use();
  if (lines.length === 0) {
    if (isSearching) return <Nothing role="status">{t('log.searching')}</Nothing>;
    return <Nothing>{t(isFiltered ? 'log.none_found' : isRunning ? 'log.soon' : 'log.empty')}</Nothing>;
  }
  return (
    <Box
      // Scrolled with the keyboard.
      tabIndex={0}
      role="region"
      aria-label={t('log.title')}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - AHEAD) onEnd?.();
      }}
    >
      <ol>
        {lines.map((line, index) => (
          <Line
            key={line.id}
            line={line}
            isLinked={line.id === linked}
            cut={isFiltered ? 0 : cutBetween(line, lines[index + 1])}
            startsAttempt={lines[index + 1] !== undefined && lines[index + 1]!.attempt !== line.attempt}
          />
        ))}
      </ol>
    </Box>
  );
}

/** Returns how many lines are missing between a line and the older one after it. */
function cutBetween(line: LogLine, older: LogLine | undefined): number {
  return older && older.attempt === line.attempt ? line.line - older.line - 1 : 0;
}

interface LineProps {
  line: LogLine;
  isLinked: boolean;
  /** How many older lines were cut. */
  cut: number;
  /** Whether the next one belongs to an earlier attempt. */
  startsAttempt: boolean;
}

function Line({ line, isLinked, cut, startsAttempt }: LineProps) {
  const t = messages.use();
  const { exactTime } = useFormat();
  const element = useRef<HTMLLIElement>(null);
  const clock = useClock();
  useEffect(() => {
    if (isLinked) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isLinked]);
  return (
    <>
      <Row ref={element} aria-current={isLinked || undefined}>
        <LineLink id={line.id}>{line.line}</LineLink>
        <time dateTime={line.at} title={exactTime(line.at)}>
          {clock(line.at)}
        </time>
        <b data-level={line.level}>{t(`log.level.${line.level}`)}</b>
        <i title={line.tableName ?? undefined}>{line.tableName}</i>
        <Said line={line} />
      </Row>
      {cut > 0 && <Divider>{t('log.cut', { count: cut })}</Divider>}
      {startsAttempt && <Divider>{t('log.attempt_above', { attempt: line.attempt })}</Divider>}
    </>
  );
}

/** The line's number, as a link to this line. */
function LineLink({ id, children }: { id: string; children: ReactNode }) {
  const t = messages.use();
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set('line', id);
  return (
    <Link to={{ search: String(next) }} replace preventScrollReset aria-label={t('log.link', { line: id })}>
      {children}
    </Link>
  );
}

function Said({ line }: { line: LogLine }) {
  const textOf = useLogText();
  const failureText = useFailureText();
  const { failure } = line;
  return (
    <span>
      {textOf(line)}
      {failure && `: ${failureText(failure).message}`}
      {failure?.internalMessage && <small>{failure.internalMessage}</small>}
    </span>
  );
}

/** Returns a time of day to the millisecond, in the zone of all times. */
function useClock(): (iso: string) => string {
  const { timestamp } = useFormat();
  return (iso) => timestamp(iso).split(' ')[1] ?? iso;
}

const Box = styled('div')({
  maxHeight: 480,
  overflow: 'auto',
  borderTop: '1px solid var(--line)',
  background: 'var(--surface-2)',
  font: '400 12px/1.6 var(--font-mono)',
  '& > ol': { padding: '8px 0' },
});
const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '44px 92px 52px 108px minmax(0, 1fr)',
  gap: '0 8px',
  padding: '1px 16px',
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 21px',
  '&:hover': { background: 'var(--surface-3)' },
  '&[aria-current]': { background: 'var(--accent-soft)' },
  '& > a': { color: 'var(--text-3)', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& > time, & > i': { color: 'var(--text-3)', fontStyle: 'normal' },
  '& > i': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > b': { fontWeight: 400, color: 'var(--info-text)' },
  '& > b[data-level="warn"]': { color: 'var(--warn-text)' },
  '& > b[data-level="error"]': { color: 'var(--bad-text)' },
  '& > span': { overflowWrap: 'anywhere' },
  '& small': { display: 'block', fontSize: 'inherit', color: 'var(--text-2)', whiteSpace: 'pre-wrap' },
  '@media (max-width: 600px)': {
    gridTemplateColumns: 'auto auto auto minmax(0, 1fr)',
    '& > span': { gridColumn: '1 / -1', paddingBottom: 4 },
  },
});
const Divider = styled('li')({
  margin: '4px 0',
  padding: '5px 16px',
  borderBlock: '1px solid var(--line)',
  background: 'var(--surface)',
  font: '400 var(--size-12)/1.5 var(--font-sans)',
  color: 'var(--text-2)',
});
const Nothing = styled('p')({
  padding: '20px 16px',
  borderTop: '1px solid var(--line)',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
});
