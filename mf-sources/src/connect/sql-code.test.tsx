import { render } from '@testing-library/react';
import { grantScript } from './grant-script.ts';
import { SqlCode } from './sql-code.tsx';

test('shows exactly the script, whatever the names are', () => {
  const code = grantScript({ database: "to 'grant", username: '--"select' }, 'later');
  expect(render(<SqlCode code={code} />).container.textContent).toBe(code);
});
