// Defines the error of a local workspace that cannot start.

/** `message` is the error message of the server or the operating system. */
export class LocalWorkspaceError extends Error {
  override readonly name = 'LocalWorkspaceError';
}
