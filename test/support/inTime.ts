// Distinguishes a page operation that times out from one that fails.
import { errors } from 'playwright-core';

/** Whether the work finished before its timeout. Rejects with any error other than a timeout. */
export async function isInTime(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
