import { styled } from '@mui/material/styles';

/** A drawing of three sources that flow into one table, for the Invite of an empty area. */
export function SourcesArt() {
  return (
    <Art viewBox="0 0 208 96" aria-hidden focusable={false}>
      <path d="M46 16h14c24 0 20 32 44 32M46 48h58M46 80h14c24 0 20-32 44-32" />
      <path d="M104 48h46" stroke="var(--accent)" strokeWidth="2" />
      <g fill="var(--surface)">
        <rect x="14" y="4" width="32" height="24" rx="5" />
        <rect x="14" y="36" width="32" height="24" rx="5" />
        <rect x="14" y="68" width="32" height="24" rx="5" />
      </g>
      <g stroke="var(--icon)">
        <ellipse cx="30" cy="12.5" rx="5.5" ry="2" />
        <path d="M24.5 12.5v7c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2v-7M24.5 16c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2" />
        <path d="M25 43h10M25 48h10M25 53h6" />
        <circle cx="30" cy="80" r="6" />
        <path d="M24 80h12M30 74c-3.5 3.5-3.5 8.5 0 12 3.5-3.5 3.5-8.5 0-12z" />
      </g>
      <rect x="150" y="30" width="46" height="36" rx="6" fill="var(--accent-soft)" stroke="var(--accent)" />
      <path stroke="var(--accent)" d="M150 41h46M165 41v25" />
    </Art>
  );
}

const Art = styled('svg')({
  width: 208,
  color: 'var(--line-2)',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
});
