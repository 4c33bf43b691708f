// Determines the estimate scale of a project, and the display names of estimate values.
import { ESTIMATE_POINTS } from '../contract/resources/workItem.ts';

/**
 * - `numbers`: each value is a number from `0` to `7` as text, as in the specification (§2).
 * - `points`: each value is the id of a point in the project's own estimate system. No operation of the API returns
 *   these points, so the user cannot select one.
 * - `none`: the project has no estimates.
 */
export type EstimateScale = 'numbers' | 'points' | 'none';

export interface EstimateScaleInput {
  /** The `estimate_point` of each work item. */
  readonly values: readonly (string | null | undefined)[];
  /** The field `estimate` of the project: the id of its estimate system, if it has one. */
  readonly system: unknown;
  /** Whether the server is an open-source server, which differs from the specification; undefined if unknown. */
  readonly isOpenSource: boolean | undefined;
}

/**
 * Decides by the values first, then by the project, then by the server. A server of unknown edition is treated as one
 * that follows the specification.
 */
export function estimateScale({ values, system, isOpenSource }: EstimateScaleInput): EstimateScale {
  const usedValues = values.flatMap((value) => value ?? []);
  if (usedValues.length > 0) return usedValues.every(isNumber) ? 'numbers' : 'points';
  if (typeof system === 'string' && system !== '') return 'points';
  return isOpenSource === true ? 'none' : 'numbers';
}

/** Returns the text that is shown for a value; undefined for the id of a point, whose name is not available. */
export function estimateName(value: string): string | undefined {
  return UUID.test(value) ? undefined : value;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isNumber(value: string): boolean {
  return ESTIMATE_POINTS.some((point) => point === value);
}
