// Determines how the work items of a project are estimated, and the names of the values.
import { ESTIMATE_POINTS } from '../contract/resources/workItem.ts';

/**
 * - `numbers`: `0` to `7` as text, as in the specification (§2).
 * - `points`: the id of a point of the project's own estimate system. No operation reads these points, so none can be
 *   selected (API-FACTS J14).
 * - `none`: the project has no estimates.
 */
export type EstimateScale = 'numbers' | 'points' | 'none';

export interface EstimateFacts {
  /** The `estimate_point` of each work item. */
  readonly values: readonly (string | null | undefined)[];
  /** The `estimate` of their project: the id of its estimate system, if it has one. */
  readonly system: unknown;
  /** Whether the server differs from the specification like open-source servers; undefined if that is unknown. */
  readonly differs: boolean | undefined;
}

/**
 * Decides by the values first, then by the project, then by the server. An unknown server counts as one that follows
 * the specification.
 */
export function estimateScale({ values, system, differs }: EstimateFacts): EstimateScale {
  const set = values.flatMap((value) => value ?? []);
  if (set.length > 0) return set.every(isNumber) ? 'numbers' : 'points';
  if (typeof system === 'string' && system !== '') return 'points';
  return differs === true ? 'none' : 'numbers';
}

/** Returns the name of a value; undefined for the id of a point. */
export function estimateName(value: string): string | undefined {
  return ID.test(value) ? undefined : value;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isNumber(value: string): boolean {
  return ESTIMATE_POINTS.some((one) => one === value);
}
