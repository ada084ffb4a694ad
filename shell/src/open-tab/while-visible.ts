const EVERY_MS = 5 * 60_000;
/** A random part of a fifth, so that the tabs of many people don't send requests at the same time. */
const JITTER = 0.2;

/**
 * Runs `work` whenever the tab becomes visible, and about every five minutes while it is, but not
 * immediately.
 */
export function whileVisible(work: () => void | Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(workAndWait, EVERY_MS * (1 + JITTER * (2 * Math.random() - 1)));
  };
  const workAndWait = () => {
    void work();
    wait();
  };
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (isVisible()) workAndWait();
  });
  if (isVisible()) wait();
}

const isVisible = () => document.visibilityState === 'visible';
