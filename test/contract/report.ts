// Runs the whole contract suite on one server, and summarizes the outcomes.
import { type OperationName, operationEntries } from '../../src/contract/operations.ts';
import { type Case, casesOf } from './cases.ts';
import { NotTestedError, type Setup } from './setup.ts';
import { TestWorkspace } from './testWorkspace.ts';

export interface Outcome {
  readonly operationName: OperationName;
  readonly caseTitle: string;
  readonly kind: 'passed' | 'failed' | NotTestedError['kind'];
  /** The reason why the case was not tested, or the message of its error. Empty for a passed case. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** Runs one case and resolves with its outcome. Never rejects. */
export async function runCase(testWorkspace: TestWorkspace, name: OperationName, contractCase: Case): Promise<Outcome> {
  const outcome = { operationName: name, caseTitle: contractCase.caseTitle };
  try {
    if (await testWorkspace.isUnsupportedOperation(name))
      return { ...outcome, kind: 'unsupported', reason: 'the edition of this server does not support it' };
    await contractCase.verify(testWorkspace);
    return { ...outcome, kind: 'passed', reason: '' };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { ...outcome, kind: cause instanceof NotTestedError ? cause.kind : 'failed', reason, cause };
  }
}

/** Runs every case of every operation, and then deletes the records that the cases created. */
export async function runAllCases(setup: Setup): Promise<Outcome[]> {
  const testWorkspace = new TestWorkspace(setup);
  const outcomes: Outcome[] = [];
  for (const [name, operation] of operationEntries) {
    for (const contractCase of casesOf(name, operation))
      outcomes.push(await runCase(testWorkspace, name, contractCase));
  }
  await testWorkspace.deleteRecords();
  return outcomes;
}

/** Returns the operations that have at least one case of this kind of outcome. */
export function operationsWith(outcomes: readonly Outcome[], kind: Outcome['kind']): OperationName[] {
  return [...new Set(outcomes.filter((outcome) => outcome.kind === kind).map((outcome) => outcome.operationName))];
}

/**
 * Returns the summary for the user: counts, unsupported operations, reasons why cases do not apply, and each case with
 * a lenient or failed outcome.
 */
export function summary(name: string, outcomes: readonly Outcome[]): string {
  const outcomesOf = (kind: Outcome['kind']): readonly Outcome[] => outcomes.filter((outcome) => outcome.kind === kind);
  const linesFor = (kind: Outcome['kind']): string[] =>
    outcomesOf(kind).map((outcome) => `  ${outcome.operationName} ${outcome.caseTitle}: ${outcome.reason}`);
  const caseCountByReason = new Map<string, number>();
  for (const { reason } of outcomesOf('inapplicable'))
    caseCountByReason.set(reason, (caseCountByReason.get(reason) ?? 0) + 1);
  return [
    `The contract with ${name}: ${outcomesOf('passed').length} cases hold, ${outcomesOf('failed').length} fail.`,
    `Not supported by its edition (${operationsWith(outcomes, 'unsupported').length} operations): ${operationsWith(outcomes, 'unsupported').join(', ') || 'none'}`,
    `Not applicable (${outcomesOf('inapplicable').length} cases):`,
    ...[...caseCountByReason].map(([reason, caseCount]) => `  ${reason}: ${caseCount}`),
    `More lenient than the contract (${outcomesOf('lenient').length} cases):`,
    ...linesFor('lenient'),
    ...(outcomesOf('failed').length === 0 ? [] : ['Failed:', ...linesFor('failed')]),
  ].join('\n');
}
