import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// The default of a second is what a busy machine may take for one click; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 });
