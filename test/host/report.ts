// The results that the tests inside the extension host pass to the runner: a file with one line of
// JSON for each test.

export interface TestLine {
  readonly title: string;
  /** `pending` is a skipped test. */
  readonly outcome: 'passed' | 'failed' | 'pending';
  readonly milliseconds: number;
  /** Why it failed. */
  readonly trouble?: string;
}

/** The environment variable with the path of the file. */
export const reportVariable = 'CONTRAIL_HOST_REPORT';

/** The environment variable with the test server: JSON with baseUrl, workspace and apiKey. */
export const serverVariable = 'CONTRAIL_HOST_SERVER';
