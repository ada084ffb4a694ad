/** Of text: regular, medium, or strong. */
export type Weight = 'regular' | 'medium' | 'strong';

export interface TextStyle {
  size: number;
  /** A role of the light theme, such as `text-2`. */
  color: string;
  weight?: Weight;
  anchor?: 'start' | 'middle' | 'end';
}

export interface Paint {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  /** Lengths of a dash and of the gap after it. */
  dashes?: string;
}

/** What cards are drawn on, in px. Colors are roles of the light theme or its CSS variables. */
export interface Canvas {
  /** Writes a line of text. `y` is its baseline. */
  text(x: number, y: number, text: string, style: TextStyle): void;
  /** Draws a path; lines have round ends. */
  path(d: string, paint: Paint): void;
  line(x1: number, y1: number, x2: number, y2: number, color: string): void;
  box(x: number, y: number, width: number, height: number, paint: Paint & { radius?: number }): void;
  /** Draws with another origin. */
  at(x: number, y: number, draw: () => void): void;
}
