import type { PointerEvent } from 'react';

/** What moves less, in px, is a click. */
const CLICK = 4;

interface Drag {
  /** It's no click. */
  begin(): void;
  move(at: globalThis.PointerEvent): void;
  drop(): void;
  /** Escape was pressed, or the browser has taken the pointer, such as to scroll. */
  cancel(): void;
}

/** Follows a pointer that has been pressed on an element, until it's let go. */
export function followPointer(pressed: PointerEvent<HTMLElement>, drag: Drag): void {
  if (pressed.button !== 0) return;
  const { clientX, clientY, currentTarget, pointerId } = pressed;
  let state: 'pressed' | 'dragged' | 'cancelled' = 'pressed';
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  const cancel = () => {
    if (state === 'dragged') drag.cancel();
    state = 'cancelled';
  };
  const move = (at: globalThis.PointerEvent) => {
    if (at.pointerId !== pointerId || state === 'cancelled') return;
    if (state === 'pressed') {
      if (Math.hypot(at.clientX - clientX, at.clientY - clientY) < CLICK) return;
      state = 'dragged';
      currentTarget.setPointerCapture(pointerId);
      drag.begin();
    }
    drag.move(at);
  };
  window.addEventListener('pointermove', move, options);
  window.addEventListener(
    'pointerup',
    (at) => {
      if (at.pointerId !== pointerId) return;
      stop.abort();
      if (state === 'dragged') drag.drop();
      if (state !== 'pressed') ignoreClick();
    },
    options,
  );
  window.addEventListener(
    'pointercancel',
    (at) => {
      if (at.pointerId !== pointerId) return;
      stop.abort();
      cancel();
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape' || state !== 'dragged') return;
      // It isn't meant for what has the focus.
      key.stopPropagation();
      cancel();
    },
    options,
  );
}

/** Letting go of what was dragged is no click. It would come at once. */
function ignoreClick(): void {
  const stop = new AbortController();
  window.addEventListener('click', (click) => click.stopPropagation(), {
    signal: stop.signal,
    capture: true,
  });
  setTimeout(() => stop.abort());
}
