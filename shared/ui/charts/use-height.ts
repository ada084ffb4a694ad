import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Returns how high an element is, in whole px, as long as it's on the page. */
export function useHeight<Part extends HTMLElement>(first: number): [RefObject<Part | null>, number] {
  const part = useRef<Part>(null);
  const [height, setHeight] = useState(first);
  // Before anything is painted, so that what depends on it doesn't jump.
  useLayoutEffect(() => {
    const element = part.current;
    if (!element) return;
    const measure = () => setHeight(Math.floor(element.clientHeight) || first);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [first]);
  return [part, height];
}
