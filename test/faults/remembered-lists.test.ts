import { it } from 'vitest';
import { fillWithLists } from '../support/remembered-lists.ts';

it('the memory of answers stays within its bytes under a million different lists', () => {
  fillWithLists(1_000_000);
});
