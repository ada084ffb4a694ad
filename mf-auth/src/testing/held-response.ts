import { act } from '@testing-library/react';
import type { FakeResponse } from '@headwater/shared/testing';

/** A response that stays pending until `give` is called, to test what a page shows meanwhile. */
export function heldResponse() {
  let release: (response: FakeResponse) => void = () => {};
  return {
    response: () => new Promise<FakeResponse>((resolve) => (release = resolve)),
    give: (response: FakeResponse) => act(async () => release(response)),
  };
}
