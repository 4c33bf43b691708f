// Owns what the tests inside the extension host tell the runner outside of it: one line of JSON for each test, in a
// file.

export interface TestLine {
  readonly title: string;
  /** Pending is a test that was skipped. */
  readonly outcome: 'passed' | 'failed' | 'pending';
  readonly milliseconds: number;
  /** Why it failed. */
  readonly trouble?: string;
}

/** The environment variable that names the file. */
export const reportVariable = 'CONTRAIL_HOST_REPORT';

/**
 * The environment variable that tells the tests of the service that runs beside them: JSON with baseUrl, workspace and
 * apiKey.
 */
export const serviceVariable = 'CONTRAIL_HOST_SERVICE';
