import { useEffect, useRef, useState, type RefObject } from 'react';

/** Returns how wide an element is, in whole px, as long as it's on the page. */
export function useWidth<Part extends HTMLElement>(first: number): [RefObject<Part | null>, number] {
  const part = useRef<Part>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth) || first);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [first]);
  return [part, width];
}
