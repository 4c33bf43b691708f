// Owns the difference between a page that is late and one that fails.
import { errors } from 'playwright-core';

/** Whether it resolved before its timeout. Rejects with anything but being late. */
export async function isInTime(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
