import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// On a busy machine one click can take longer than the default of one second. What never appears still fails.
configure({ asyncUtilTimeout: 30_000 });
