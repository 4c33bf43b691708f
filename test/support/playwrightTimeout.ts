// Distinguishes a timeout of a Playwright operation from other errors.
import { errors } from 'playwright-core';

/**
 * Resolves with true if the operation succeeded, and with false if it timed out.
 * @throws any other error of the operation
 */
export async function succeedsBeforeTimeout(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
