// Defines the error of a local workspace that cannot start.

/** `message` is the reason, as the server or the operating system reported it. */
export class LocalWorkspaceError extends Error {
  override readonly name = 'LocalWorkspaceError';
}
