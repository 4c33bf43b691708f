// Runs the whole suite on one server, and summarizes the outcomes.
import { type OperationName, operationEntries } from '../../src/contract/operations.ts';
import { type Case, casesOf } from './cases.ts';
import { NotTested, type Setup } from './setup.ts';
import { World } from './world.ts';

export interface Outcome {
  readonly row: OperationName;
  readonly says: string;
  readonly kind: 'passed' | 'failed' | NotTested['kind'];
  /** Why it was not tested, or what failed. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** Runs one case on the server of the world. A failure is an outcome too. */
export async function outcomeOf(world: World, row: OperationName, { says, hold }: Case): Promise<Outcome> {
  try {
    if (await world.lacks(row))
      return { row, says, kind: 'unsupported', reason: 'the edition of this server does not support it' };
    await hold(world);
    return { row, says, kind: 'passed', reason: '' };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { row, says, kind: cause instanceof NotTested ? cause.kind : 'failed', reason, cause };
  }
}

/** Runs every case of every row, and deletes afterwards what they created. */
export async function hold(setup: Setup): Promise<Outcome[]> {
  const world = new World(setup);
  const outcomes: Outcome[] = [];
  for (const [name, row] of operationEntries) {
    for (const one of casesOf(name, row)) outcomes.push(await outcomeOf(world, name, one));
  }
  await world.end();
  return outcomes;
}

/** Returns the rows with a case of this outcome, each once. */
export function rowsWith(outcomes: readonly Outcome[], kind: Outcome['kind']): OperationName[] {
  return [...new Set(outcomes.filter((one) => one.kind === kind).map(({ row }) => row))];
}

/**
 * Returns the summary for the user: counts, the rows that the server does not support, and every other case that was
 * not tested.
 */
export function summary(name: string, outcomes: readonly Outcome[]): string {
  const those = (kind: Outcome['kind']): readonly Outcome[] => outcomes.filter((one) => one.kind === kind);
  const lines = (kind: Outcome['kind']): string[] =>
    those(kind).map(({ row, says, reason }) => `  ${row} ${says}: ${reason}`);
  const reasons = new Map<string, number>();
  for (const { reason } of those('inapplicable')) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [
    `The contract with ${name}: ${those('passed').length} cases hold, ${those('failed').length} fail.`,
    `Not supported by its edition (${rowsWith(outcomes, 'unsupported').length} rows): ${rowsWith(outcomes, 'unsupported').join(', ') || 'none'}`,
    `Not applicable (${those('inapplicable').length} cases):`,
    ...[...reasons].map(([reason, cases]) => `  ${reason}: ${cases}`),
    `More lenient than the contract (${those('lenient').length} cases):`,
    ...lines('lenient'),
    ...(those('failed').length === 0 ? [] : ['Failed:', ...lines('failed')]),
  ].join('\n');
}
