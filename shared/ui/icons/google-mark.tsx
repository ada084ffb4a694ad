const QUARTERS = [
  ['#4285F4', 'M15.3 8.2c0-.6 0-1-.1-1.5H8v2.8h4.1c-.2 1-.7 1.8-1.6 2.4v2h2.6c1.5-1.4 2.2-3.4 2.2-5.7z'],
  [
    '#34A853',
    'M8 15.5c2 0 3.8-.7 5-1.9l-2.5-2c-.7.5-1.6.8-2.5.8-2 0-3.6-1.3-4.2-3.1H1.2v2A7.5 7.5 0 0 0 8 15.5z',
  ],
  ['#FBBC05', 'M3.8 9.3a4.5 4.5 0 0 1 0-2.7v-2H1.2a7.5 7.5 0 0 0 0 6.7z'],
  ['#EA4335', 'M8 3.6c1.1 0 2.1.4 2.9 1.1L13 2.6A7.5 7.5 0 0 0 1.2 4.6l2.6 2C4.4 4.9 6 3.6 8 3.6z'],
] as const;

/** Google's G, in its own colors in any theme. Decorative: the button's text contains "Google". */
export function GoogleMark() {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" style={{ flex: 'none' }} aria-hidden focusable={false}>
      {QUARTERS.map(([color, path]) => (
        <path key={color} fill={color} d={path} />
      ))}
    </svg>
  );
}
