import { act } from '@testing-library/react';
import type { Answer } from '@headwater/shared/testing';

/** An answer that keeps its caller waiting until it is given: for what a page shows meanwhile. */
export function heldAnswer() {
  let release: (answer: Answer) => void = () => {};
  return {
    answer: () => new Promise<Answer>((resolve) => (release = resolve)),
    give: (answer: Answer) => act(async () => release(answer)),
  };
}
