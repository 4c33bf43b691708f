// Determines the estimate scale of a project, and the display names of estimate values.

import type { Client } from '../../client/api/client.ts';
import type { CallOptions } from '../../client/call.ts';
import type { EstimatePoint, Project } from '../../contract/resources/project.ts';
import { ESTIMATE_NUMBERS } from '../../contract/resources/workItem.ts';
import { idOf } from '../../contract/schema/wire.ts';

/**
 * - `numbers`: each value is a number from `0` to `7` as text, as in the specification (§2).
 * - `points`: each value is the id of a point in the project's own estimate system. Only commercial servers list these
 *   points; on other servers the user cannot select one.
 * - `none`: the project has no estimates.
 */
export type EstimateScale = 'numbers' | 'points' | 'none';

export interface EstimateScaleInput {
  /** The `estimate_point` of each work item. */
  readonly values: readonly (string | null | undefined)[];
  /** The field `estimate` of the project: the id of its estimate system, if it has one. */
  readonly estimateSystem: unknown;
  /** Whether the server is an open-source server, which differs from the specification; undefined if unknown. */
  readonly isOpenSource: boolean | undefined;
}

/**
 * Returns the estimate scale. If any of the work items has an estimate, the estimates decide; otherwise the estimate
 * system of the project decides; if the project has no estimate system, the server's edition decides. A server of
 * unknown edition is expected to follow the specification.
 */
export function estimateScale({ values, estimateSystem, isOpenSource }: EstimateScaleInput): EstimateScale {
  const usedValues = values.flatMap((value) => value ?? []);
  if (usedValues.length > 0) return usedValues.every(isNumber) ? 'numbers' : 'points';
  if (typeof estimateSystem === 'string' && estimateSystem !== '') return 'points';
  return isOpenSource === true ? 'none' : 'numbers';
}

/**
 * Requests the points of a project's estimate system, and resolves with the points in their order. `system` is the
 * field `estimate` of the project. If it is undefined, the estimate system is requested first. If it is null, nothing
 * is requested. Rejects with an ApiError.
 */
export async function readEstimatePoints(
  call: Client['call'],
  project_id: string,
  system: Project['estimate'],
  options: CallOptions,
): Promise<readonly EstimatePoint[]> {
  if (system === null) return [];
  const estimate_id = system ? idOf(system) : (await call.getEstimate({ project_id }, options)).id;
  const { results } = await call.listEstimatePoints({ project_id, estimate_id }, options);
  return results.toSorted((one, other) => (one.key ?? 0) - (other.key ?? 0));
}

/** Returns the text that is shown for a value; undefined for the id of a point, whose name is not available. */
export function estimateName(value: string): string | undefined {
  return UUID.test(value) ? undefined : value;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isNumber(value: string): boolean {
  return ESTIMATE_NUMBERS.some((point) => point === value);
}
