// Defines the error of a local workspace that cannot start.

/**
 * `noDatabase`: the Node of this editor has no built-in database (before 22.13). `failed`: the server reported another
 * error.
 */
export class LocalWorkspaceError extends Error {
  readonly reason: 'noDatabase' | 'failed';

  constructor(reason: 'noDatabase' | 'failed', detail: string) {
    super(detail);
    this.name = 'LocalWorkspaceError';
    this.reason = reason;
  }
}
