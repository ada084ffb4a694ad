import type { PointerEvent } from 'react';

/** What moves less, in px, is a click. */
const CLICK = 4;
/** So near to the upper or lower end of the window, in px, a drag scrolls the page, at its end this fast, in px/s. */
const END = 80;
const FASTEST = 1_200;

interface Drag {
  /** It's no click. */
  begin(): void;
  move(at: globalThis.PointerEvent): void;
  drop(): void;
  /** Escape was pressed, or the browser has taken the pointer, such as to scroll. */
  cancel(): void;
}

/** Follows a pointer that has been pressed on an element, until it's let go, also to where the page has to scroll. */
export function followPointer(pressed: PointerEvent<HTMLElement>, drag: Drag): void {
  if (pressed.button !== 0) return;
  const { clientX, clientY, currentTarget, pointerId } = pressed;
  let state: 'pressed' | 'dragged' | 'canceled' = 'pressed';
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let last: globalThis.PointerEvent;
  const scroll = (before: number) =>
    requestAnimationFrame((now) => {
      if (state !== 'dragged' || stop.signal.aborted) return;
      if (scrollPage((speedTo(last.clientY, clientY) * (now - before)) / 1000)) drag.move(last);
      scroll(now);
    });
  const cancel = () => {
    if (state === 'dragged') drag.cancel();
    state = 'canceled';
  };
  const move = (at: globalThis.PointerEvent) => {
    if (at.pointerId !== pointerId || state === 'canceled') return;
    if (state === 'pressed') {
      if (Math.hypot(at.clientX - clientX, at.clientY - clientY) < CLICK) return;
      state = 'dragged';
      currentTarget.setPointerCapture(pointerId);
      drag.begin();
      scroll(performance.now());
    }
    last = at;
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

/** Returns how fast the page scrolls, in px/s, for a pointer there. What was pressed near an end has to move towards it. */
function speedTo(y: number, pressedAt: number): number {
  const beyond = Math.max(0, y - Math.max(window.innerHeight - END, pressedAt));
  const before = Math.max(0, Math.min(END, pressedAt) - y);
  return (FASTEST * Math.min(END, Math.max(beyond, before)) * Math.sign(beyond - before)) / END;
}

/** Returns whether there was anything left to scroll. */
function scrollPage(by: number): boolean {
  const page = document.documentElement;
  const before = page.scrollTop;
  if (by !== 0) page.scrollTop += by;
  return page.scrollTop !== before;
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
