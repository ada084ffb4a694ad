import { styled } from '@mui/material/styles';
import { PRODUCT_NAME } from '../../contract/ground/product.ts';

const STREAMS = (
  <>
    <path className="hw-stream-b" d="M18.5 3.5v4.25M5.5 16.25v4.25" />
    <path className="hw-stream-a" d="M5.5 3.5v3.25c0 6.75 13 3.75 13 10.5v3.25" />
  </>
);

/** Two streams that form an H. Decorative: the product's or the workspace's name is next to it. */
export function LogoMark({ size = 20 }: { size?: number }) {
  return (
    <Streams viewBox="0 0 24 24" width={size} height={size} aria-hidden focusable={false}>
      {STREAMS}
    </Streams>
  );
}

/** The mark with the wordmark. */
export function Logo() {
  return (
    <Word>
      <LogoMark size={24} />
      {PRODUCT_NAME}
    </Word>
  );
}

const Streams = styled('svg')({
  flex: 'none',
  display: 'block',
  fill: 'none',
  strokeWidth: 3.2,
  strokeLinecap: 'round',
  '& .hw-stream-a': { stroke: 'var(--accent)' },
  '& .hw-stream-b': { stroke: 'var(--river-400)' },
  '[data-theme="dark"] & .hw-stream-b': { stroke: 'var(--river-600)' },
});
const Word = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 24,
  color: 'var(--text)',
  font: '600 17.5px/24px var(--font-sans)',
  letterSpacing: '-0.018em',
});
