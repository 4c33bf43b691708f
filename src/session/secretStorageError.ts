// The failure of VS Code's secret storage, as with a locked or missing keyring.

export type SecretOperation = 'read' | 'store' | 'delete';

export class SecretStorageError extends Error {
  readonly operation: SecretOperation;

  /** `detail` is what VS Code or the operating system reported. */
  constructor(operation: SecretOperation, detail: string) {
    super(detail);
    this.name = 'SecretStorageError';
    this.operation = operation;
  }
}
