// Runs in every page of `npm run dev`, separate from all bundles, so that it works even if the first build fails.
// Passes each good build to the remote's hot client, and shows the errors of a bad one until they are fixed.
(() => {
  const { shell } = document.currentScript.dataset;
  const errors = new Map();
  const events = new EventSource('/headwater-dev/events');

  events.addEventListener('message', ({ data }) => {
    const build = JSON.parse(data);
    const wasBroken = errors.delete(build.name);
    if (build.errors) errors.set(build.name, build.errors);
    showErrors();
    if (!build.errors) apply(build, wasBroken);
  });

  function apply({ name, hash }, wasBroken) {
    const update = globalThis.__HEADWATER_DEV__?.[name];
    if (update) update(hash);
    // nothing here can be swapped: the shell has changed, or the remote has had no good build in this page
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
