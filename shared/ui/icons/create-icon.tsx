import type { CSSProperties, ReactElement } from 'react';

export interface IconProps {
  /** 16 (default), 20 beside larger text, 12 and 14 inside small parts. */
  size?: 12 | 14 | 16 | 20;
  /** Spoken text where the icon stands alone; without it the icon is decoration and hidden from readers. */
  label?: string;
  className?: string;
  style?: CSSProperties;
}
export type IconComponent = (props: IconProps) => ReactElement;

/**
 * An icon of the family: 16 px grid, strokes of 1.5 px with round ends. `strokes` and `fills` are path data.
 * Plain SVG without a styling library, so that a remote carries only the icons it uses.
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
