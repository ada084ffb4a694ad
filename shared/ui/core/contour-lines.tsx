import { styled } from '@mui/material/styles';

/**
 * The y coordinates of each contour, from left to right in steps of 185: a river valley on a map. The eighth is the
 * river.
 */
const CONTOURS = [
  [1052, 1033, 973, 869, 752, 662, 619, 605, 580],
  [1010, 984, 916, 810, 698, 617, 580, 564, 533],
  [963, 929, 855, 747, 641, 568, 536, 518, 480],
  [909, 868, 788, 681, 581, 517, 487, 466, 422],
  [850, 802, 717, 612, 519, 462, 434, 408, 358],
  [785, 730, 642, 540, 455, 403, 375, 345, 289],
  [714, 654, 564, 466, 387, 340, 312, 276, 216],
  [638, 572, 482, 388, 316, 272, 242, 202, 137],
  [556, 486, 396, 308, 241, 200, 167, 122, 55],
  [468, 396, 308, 224, 163, 123, 87, 37, -32],
  [376, 302, 216, 138, 80, 40, 1, -53, -123],
  [279, 204, 121, 48, -6, -47, -90, -147, -218],
  [177, 102, 24, -45, -97, -140, -187, -247, -317],
  [72, -2, -77, -142, -193, -238, -289, -350, -419],
];
const RIVER = 7;
const STEP = 185;

/** Returns the SVG path of a smooth curve through the points. */
function curve(heights: readonly number[]): string {
  const last = heights.length - 1;
  const within = (index: number) => Math.min(Math.max(index, 0), last);
  const x = (index: number) => within(index) * STEP - 20;
  const y = (index: number) => heights[within(index)] ?? 0;
  let path = `M${x(0)} ${y(0)}`;
  for (let i = 0; i < last; i += 1) {
    // The Béziers of a Catmull-Rom spline: each handle is a sixth of the distance between the neighbors away.
    const handle = (of: (index: number) => number, at: number, sign: 1 | -1) =>
      Math.round(of(at) + (sign * (of(at + 1) - of(at - 1))) / 6);
    const leave = `${handle(x, i, 1)} ${handle(y, i, 1)}`;
    const arrive = `${handle(x, i + 1, -1)} ${handle(y, i + 1, -1)}`;
    path += `C${leave} ${arrive} ${x(i + 1)} ${y(i + 1)}`;
  }
  return path;
}

export interface ContourLinesProps {
  /** Fades them out toward the text. */
  fade?: 'corner' | 'right';
  /** Lets the river run dry toward the text, for the not-found screen. */
  dry?: boolean;
}

/** Decorative contour lines behind a public page. They fill their positioned parent. */
export function ContourLines({ fade, dry }: ContourLinesProps) {
  return (
    <Lines
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable={false}
      data-fade={fade}
    >
      {CONTOURS.map((heights, index) => (
        <path
          key={index}
          d={curve(heights)}
          className={index === RIVER ? 'river' : undefined}
          strokeDasharray={dry && index === RIVER ? '0 640 2 16 3 13 4 10 6 7 12 5 2400' : undefined}
        />
      ))}
    </Lines>
  );
}

const Lines = styled('svg')({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  fill: 'none',
  stroke: 'var(--line-2)',
  strokeWidth: 1.25,
  pointerEvents: 'none',
  '& .river': { stroke: 'var(--accent)', strokeWidth: 1.75, opacity: 0.55 },
  '&[data-fade="corner"]': { maskImage: 'linear-gradient(115deg, transparent 58%, #000 88%)' },
  '&[data-fade="right"]': { maskImage: 'linear-gradient(to right, transparent 34%, #000 62%)' },
  '@media (max-width: 900px)': {
    '&[data-fade="corner"]': { display: 'none' },
    '&[data-fade="right"]': { maskImage: 'linear-gradient(to bottom, transparent 52%, #000 78%)' },
  },
});
