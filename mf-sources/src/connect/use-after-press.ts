import { useEffect, useRef } from 'react';

/**
 * Returns a function that does something at once, or, while the mouse or a finger is down, when it is lifted. What is
 * under it then is what was pressed, wherever it moves.
 */
export function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const press = () => void (isPressed.current = true);
    const lift = () => {
      isPressed.current = false;
      waiting.current?.();
      waiting.current = undefined;
    };
    // Captured, so that what was waiting is done before the click that follows.
    const options = { capture: true };
    window.addEventListener('mousedown', press, options);
    window.addEventListener('mouseup', lift, options);
    return () => {
      window.removeEventListener('mousedown', press, options);
      window.removeEventListener('mouseup', lift, options);
    };
  }, []);
  return (work) => {
    if (isPressed.current) waiting.current = work;
    else work();
  };
}
