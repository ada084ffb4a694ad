// In a process of its own: its faults take minutes.
import { after, describe, test } from 'node:test';
import { FaultGround } from '../../../../test-support/faults/fault-ground.ts';
import { FAULTS, injected } from '../../../../test-support/faults/faults.ts';
import { dice } from '@headwater/base/testing/dice';

// The long run is `npm run torture -- faults`.
describe('a sync', { skip: process.platform !== 'linux' && 'reads /proc' }, async () => {
  const ground = await FaultGround.open(dice(1));
  after(() => ground.close());
  for (const fault of FAULTS.filter(({ isQuick }) => isQuick))
    test(fault.name, async () => {
      try {
        await injected(ground, fault);
      } catch (error) {
        await ground.startOver().catch(console.error); // Whatever it left must not fail the other cases.
        throw error;
      }
    });
});
