// The shell only shares `react/jsx-runtime`, whose development build does everything that `jsxDEV` does.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };
export const jsxDEV = (type, props, key, hasStaticChildren) =>
  (hasStaticChildren ? jsxs : jsx)(type, props, key);
