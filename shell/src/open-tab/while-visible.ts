const EVERY_MS = 5 * 60_000;
/** At random within a fifth of it, so that the tabs of many people don't come at once. */
const JITTER = 0.2;

/** Does `work` whenever the tab comes into view, and every five minutes or so while it is; not at once. */
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
