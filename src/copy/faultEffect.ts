// Decides what a failed request means for the rest of the copy. Pure.
import { type Fault, type FaultKind, isForbidden, isTemporary, isUnsupported } from '../client/apiError.ts';

/**
 * - `step`: only this step failed.
 * - `unsupported`: the target does not have the operation, so all steps of the kind are skipped.
 * - `run`: other requests would fail too, so the copy stops and can be continued later.
 */
export type FaultEffect = 'step' | 'unsupported' | 'run';

export function faultEffect(fault: Fault): FaultEffect {
  if (isUnsupported(fault)) return 'unsupported';
  if (isTemporary(fault) || isForbidden(fault)) return 'run';
  return RUN_STOPPING_FAULTS.has(fault.kind) ? 'run' : 'step';
}

const RUN_STOPPING_FAULTS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'network',
  'timeout',
  'cancelled',
  'unauthorized',
  'rateLimited',
  'invalidResponse',
  'intercepted',
]);
