// The format of the results file of the host tests: one line of JSON for each test, and a last line.

export interface TestLine {
  readonly title: string;
  /** `pending` means that the test was skipped. */
  readonly outcome: 'passed' | 'failed' | 'pending';
  readonly milliseconds: number;
  /** The error of a failed test. */
  readonly error?: string;
}

/** The last line: the run has ended. */
export interface EndLine {
  readonly ended: true;
}

/** The name of the environment variable with the path of the results file. */
export const reportVariable = 'CONTRAIL_HOST_REPORT';

/**
 * The name of the environment variable that contains the test server as JSON: baseUrl, workspace, apiKey, and
 * proxyPort, the port in PLANE_BASE_URL, on which a test can open a proxy.
 */
export const serverVariable = 'CONTRAIL_HOST_SERVER';
