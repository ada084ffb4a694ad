import { act } from '@testing-library/react';
import type { Answer } from '@headwater/shared/testing';

/** A response that stays pending until `give` is called, to test what a page shows meanwhile. */
export function heldAnswer() {
  let release: (answer: Answer) => void = () => {};
  return {
    answer: () => new Promise<Answer>((resolve) => (release = resolve)),
    give: (answer: Answer) => act(async () => release(answer)),
  };
}
