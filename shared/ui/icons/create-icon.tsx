import type { CSSProperties, ReactElement } from 'react';

export interface IconProps {
  /** 16 (default), 20 next to larger text, 12 and 14 inside small parts. */
  size?: 12 | 14 | 16 | 20;
  /**
   * The accessible name of an icon without text. Without a label, the icon is decorative and hidden from screen
   * readers.
   */
  label?: string;
  className?: string;
  style?: CSSProperties;
}
export type IconComponent = (props: IconProps) => ReactElement;

/**
 * Creates an icon of the set: 16 px grid, 1.5 px strokes with round ends. `strokes` and `fills` are path data.
 * It is plain SVG without a styling library, so that a remote bundles only the icons it uses.
 */
export function createIcon(strokes: string, fills?: string): IconComponent {
  return function Icon({ size = 16, label, className, style }) {
    return (
      <svg
        className={className ? `hw-icon ${className}` : 'hw-icon'}
        style={style}
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        role={label ? 'img' : undefined}
        aria-label={label}
        aria-hidden={label ? undefined : true}
        focusable={false}
      >
        {strokes && <path d={strokes} vectorEffect="non-scaling-stroke" />}
        {fills && <path d={fills} fill="currentColor" stroke="none" />}
      </svg>
    );
  };
}
