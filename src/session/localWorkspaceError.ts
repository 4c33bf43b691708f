// Defines the error of a local workspace that cannot start.

/**
 * `noDatabase`: the Node.js of this editor has no built-in database, because it is older than 22.13. `failed`: any
 * other error.
 */
export class LocalWorkspaceError extends Error {
  readonly reason: 'noDatabase' | 'failed';

  constructor(reason: 'noDatabase' | 'failed', detail: string) {
    super(detail);
    this.name = 'LocalWorkspaceError';
    this.reason = reason;
  }
}
