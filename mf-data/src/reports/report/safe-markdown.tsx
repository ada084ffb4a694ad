import { styled } from '@headwater/shared/ui';
import { Fragment, type ReactNode } from 'react';

/** The part of Markdown that notes need: headings, lists, paragraphs, bold, italic, code, and links to the web. */
const INLINE =
  /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)/g;

/** Shows a text with Markdown. It becomes elements, never HTML, so that nothing in it can run. */
export function SafeMarkdown({ text }: { text: string }) {
  return (
    <Root>
      {blocksOf(text).map((block, at) => (
        <Fragment key={at}>{shown(block)}</Fragment>
      ))}
    </Root>
  );
}

interface Block {
  kind: 'heading' | 'items' | 'numbered' | 'paragraph';
  lines: string[];
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isNew = true;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      isNew = true;
      continue;
    }
    const found = kindOf(line);
    const last = blocks.at(-1);
    if (last && !isNew && last.kind === found.kind && found.kind !== 'heading') last.lines.push(found.text);
    else blocks.push({ kind: found.kind, lines: [found.text] });
    isNew = false;
  }
  return blocks;
}

function kindOf(line: string): { kind: Block['kind']; text: string } {
  const heading = /^#{1,6}\s+(.*)$/.exec(line);
  if (heading) return { kind: 'heading', text: heading[1]! };
  const item = /^\s*[-*]\s+(.*)$/.exec(line);
  if (item) return { kind: 'items', text: item[1]! };
  const numbered = /^\s*\d{1,3}[.)]\s+(.*)$/.exec(line);
  return numbered ? { kind: 'numbered', text: numbered[1]! } : { kind: 'paragraph', text: line };
}

function shown({ kind, lines }: Block): ReactNode {
  const items = () => lines.map((line, at) => <li key={at}>{inline(line)}</li>);
  if (kind === 'heading') return <h3>{inline(lines[0]!)}</h3>;
  if (kind === 'items') return <ul>{items()}</ul>;
  if (kind === 'numbered') return <ol>{items()}</ol>;
  return (
    <p>
      {lines.map((line, at) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          {inline(line)}
        </Fragment>
      ))}
    </p>
  );
}

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, label, url] = match;
    parts.push(text.slice(from, match.index));
    const key = match.index;
    if (bold) parts.push(<strong key={key}>{bold}</strong>);
    else if (italic) parts.push(<em key={key}>{italic}</em>);
    else if (code) parts.push(<code key={key}>{code}</code>);
    else
      parts.push(
        <a key={key} href={url} target="_blank" rel="noreferrer">
          {label}
        </a>,
      );
    from = match.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

const Root = styled('div')({
  display: 'grid',
  gap: 8,
  alignContent: 'start',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  overflowWrap: 'anywhere',
  '& h3': { margin: 0, fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)', color: 'var(--text)' },
  '& p, & ul, & ol': { margin: 0 },
  '& ul, & ol': { paddingLeft: 20 },
  '& ul': { listStyle: 'disc' },
  '& ol': { listStyle: 'decimal' },
  '& strong': { color: 'var(--text)' },
});
