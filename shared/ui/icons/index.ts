/** The icons. Not a singleton: each build contains only those it uses. */
export { createIcon, type IconComponent, type IconProps } from './create-icon.tsx';
export { GoogleMark } from './google-mark.tsx';
export * from './icons.ts';
