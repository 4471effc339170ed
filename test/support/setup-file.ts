import { afterAll } from 'vitest';
import { closeAll } from './close-after-file.ts';
import { repeatExamples } from './property-runs.ts';

// Vitest loads this before each test file; hooks registered first run last.
afterAll(closeAll);
repeatExamples();
