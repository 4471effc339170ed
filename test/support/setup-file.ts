import { afterAll } from 'vitest';
import { closeAll } from './close-after-file.ts';

// Vitest loads this before each test file; what it registers first runs last.
afterAll(closeAll);
