import { parseArgs } from 'node:util';
import { runTests } from '../support/run-tests.ts';

/**
 * Runs the quick tests of hostile SQL with more statements, and different ones each time: the gate with `--gate`
 * mutations, and the whole API with all statements and `--run` mutations, each in a process of its own beside a neighbor
 * who keeps asking. `--seed` repeats a run.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      gate: { type: 'string', default: '200000' },
      run: { type: 'string', default: '4000' },
      seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
    },
  });
  console.log(`seed ${values.seed}`);
  await tests('engine/warehouse/processes/sandbox/gate.test.ts', {
    GATE_MUTATIONS: values.gate,
    SQL_SEED: values.seed,
  });
  await tests('api/src/wings/queries/sql/hostile-sql.test.ts', {
    HOSTILE_EVERY: '1',
    HOSTILE_MUTATIONS: values.run,
    SQL_SEED: values.seed,
  });
}

async function tests(file: string, env: Record<string, string>): Promise<void> {
  if (!(await runTests(file, env)))
    throw new Error(`A hostile statement got through, or did harm: see ${file}.`);
}
