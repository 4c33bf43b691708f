// Owns the one way in which the local workspace fails to open.

/**
 * Why it cannot run here: this editor's Node has no database built in (before 22.13), or the service said something
 * else.
 */
export class LocalWorkspaceError extends Error {
  readonly reason: 'noDatabase' | 'failed';

  constructor(reason: 'noDatabase' | 'failed', detail: string) {
    super(detail);
    this.name = 'LocalWorkspaceError';
    this.reason = reason;
  }
}
