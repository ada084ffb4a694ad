import { noteBlocks, type NoteBlock, type NotePiece } from '@headwater/shared/charts';
import { styled } from '@headwater/shared/ui';
import { Fragment, type ReactNode } from 'react';

/** Shows a text with Markdown. It becomes elements, never HTML, so that nothing in it can run. */
export function SafeMarkdown({ text }: { text: string }) {
  return (
    <Root>
      {noteBlocks(text).map((block, at) => (
        <Fragment key={at}>{shown(block)}</Fragment>
      ))}
    </Root>
  );
}

function shown({ kind, lines }: NoteBlock): ReactNode {
  const items = () =>
    lines.map(({ pieces, number }, at) => (
      <li key={at} value={number}>
        {inline(pieces)}
      </li>
    ));
  if (kind === 'heading') return <h3>{inline(lines[0]!.pieces)}</h3>;
  if (kind === 'items') return <ul>{items()}</ul>;
  if (kind === 'numbered') return <ol>{items()}</ol>;
  return (
    <p>
      {lines.map(({ pieces }, at) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          {inline(pieces)}
        </Fragment>
      ))}
    </p>
  );
}

const ELEMENTS = { plain: Fragment, strong: 'strong', emphasis: 'em', code: 'code' } as const;

const inline = (pieces: readonly NotePiece[]): ReactNode[] =>
  pieces.map(({ text, look, url }, at) => {
    const Look = ELEMENTS[look];
    return (
      <Look key={at}>
        {url === undefined ? (
          text
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {text}
          </a>
        )}
      </Look>
    );
  });

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
