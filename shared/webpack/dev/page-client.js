// Runs in every page of `npm run dev`, apart from all bundles, so that it also works where the first build fails.
// Hands each good build to the remote's hot client, and shows the errors of a bad one until it is put right.
(() => {
  const { shell } = document.currentScript.dataset;
  const errors = new Map();
  const events = new EventSource('/headwater-dev/events');

  events.addEventListener('message', ({ data }) => {
    const build = JSON.parse(data);
    const wasBroken = errors.delete(build.name);
    if (build.errors) errors.set(build.name, build.errors);
    showErrors();
    if (!build.errors) take(build, wasBroken);
  });

  function take({ name, hash }, wasBroken) {
    const update = globalThis.__HEADWATER_DEV__?.[name];
    if (update) update(hash);
    // no code of it is here to be swapped: the shell's is new, or the remote never had a good build
    else if (name === 'shell' ? hash !== shell : wasBroken) location.reload();
  }

  function showErrors() {
    document.getElementById('headwater-dev-errors')?.remove();
    if (errors.size === 0) return;
    const box = document.createElement('pre');
    box.id = 'headwater-dev-errors';
    box.setAttribute('role', 'alert');
    box.textContent = [...errors].map(([name, text]) => `${name} doesn't compile\n\n${text}`).join('\n\n');
    Object.assign(box.style, STYLE);
    document.documentElement.append(box);
  }

  const STYLE = {
    position: 'fixed',
    inset: 'auto 0 0 0',
    zIndex: '2147483647',
    maxHeight: '60vh',
    margin: '0',
    padding: '16px 24px',
    overflow: 'auto',
    background: '#1b0f12',
    color: '#ffd9de',
    borderTop: '3px solid #e5484d',
    font: '13px/1.5 ui-monospace, monospace',
    whiteSpace: 'pre-wrap',
  };
})();
