// Defines the error that is thrown when VS Code's secret storage fails, for example because the keyring is locked.

export type SecretOperation = 'read' | 'store' | 'delete';

export class SecretStorageError extends Error {
  readonly operation: SecretOperation;

  /** `detail` is the error message of VS Code or the operating system. */
  constructor(operation: SecretOperation, detail: string) {
    super(detail);
    this.name = 'SecretStorageError';
    this.operation = operation;
  }
}
