import { styled } from '@headwater/shared/ui';
import { useRef, useState, type DragEvent, type Ref, type UIEvent } from 'react';

interface ManifestInputProps {
  id: string;
  value: string;
  describedBy: string;
  isWrong: boolean;
  /** Lines that are marked beside the text. */
  marked: ReadonlySet<number>;
  input: Ref<HTMLTextAreaElement>;
  onChange(text: string): void;
  /** Called with a text that was pasted or dropped as a whole. */
  onWhole(text: string): void;
}

/** A text field for code, with line numbers. Files can be dropped on it. */
export function ManifestInput({
  id,
  value,
  describedBy,
  isWrong,
  marked,
  input,
  onChange,
  onWhole,
}: ManifestInputProps) {
  const gutter = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const lines = Math.max(1, value.split('\n').length);
  const scroll = ({ currentTarget }: UIEvent) => {
    if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop;
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    setOver(false);
    if (!file) return;
    event.preventDefault();
    void file.text().then(onWhole);
  };
  return (
    <Frame data-over={over || undefined} data-invalid={isWrong || undefined}>
      <Gutter ref={gutter} aria-hidden>
        {Array.from({ length: lines }, (_, at) => (
          <span key={at} data-marked={marked.has(at + 1) || undefined}>
            {at + 1}
          </span>
        ))}
      </Gutter>
      <textarea
        id={id}
        ref={input}
        value={value}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        wrap="off"
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        onScroll={scroll}
        onChange={({ target, nativeEvent }) => {
          const isPaste = (nativeEvent as InputEvent).inputType === 'insertFromPaste';
          if (isPaste && value.trim() === '') onWhole(target.value);
          else onChange(target.value);
        }}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      />
    </Frame>
  );
}

/** Selects a line of the text, and scrolls to it. */
export function goToLine(input: HTMLTextAreaElement | null, line: number) {
  if (!input) return;
  const lines = input.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  input.focus();
  input.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  input.scrollTop = (line - 1) * (input.scrollHeight / lines.length) - input.clientHeight / 2;
}

const LINE = '20px';

const Frame = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  height: 'min(460px, 60vh)',
  overflow: 'hidden',
  border: '1px solid var(--control-line)',
  borderRadius: 'var(--radius-in)',
  background: 'var(--surface)',
  fontFamily: 'var(--font-mono)',
  fontSize: 'var(--size-12)',
  '&:focus-within': { outline: '2px solid var(--focus)', outlineOffset: 1 },
  '&[data-over]': { background: 'var(--accent-soft)' },
  '&[data-invalid]': { borderColor: 'var(--bad)' },
  '& textarea': {
    border: 'none',
    outline: 'none',
    resize: 'none',
    padding: '10px 12px',
    background: 'transparent',
    color: 'var(--text)',
    font: 'inherit',
    lineHeight: LINE,
    whiteSpace: 'pre',
    overflow: 'auto',
    tabSize: 2,
  },
});

const Gutter = styled('div')({
  overflow: 'hidden',
  padding: '10px 8px 10px 12px',
  borderRight: 'var(--hair)',
  color: 'var(--text-3)',
  textAlign: 'right',
  lineHeight: LINE,
  userSelect: 'none',
  '& span': { display: 'block' },
  '& [data-marked]': { color: 'var(--bad-text)', fontWeight: 'var(--weight-medium)' },
});
