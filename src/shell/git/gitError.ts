// The error that git operations reject with.
import * as l10n from '@vscode/l10n';

/** An error of a git operation. `output` is the error output of git. */
export class GitError extends Error {
  readonly output: string;
  /** The error code of the git extension, for example `LocalChangesOverwritten`. */
  readonly code: string | undefined;

  constructor(output: string, code?: string, cause?: unknown) {
    super(`${code ?? 'git failed'}: ${output}`, { cause });
    this.name = 'GitError';
    this.output = output;
    this.code = code;
  }

  /** Creates a GitError from an error of the git extension's API, with git's own output as the reason. */
  static from(error: unknown): GitError {
    if (error instanceof GitError) return error;
    const { stderr, gitErrorCode, message } =
      typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>) : {};
    const output = [stderr, message].find((text): text is string => typeof text === 'string' && text.trim() !== '');
    return new GitError(
      output?.trim() ?? l10n.t('Git reported no reason.'),
      typeof gitErrorCode === 'string' ? gitErrorCode : undefined,
      error,
    );
  }
}

/** For `catch`: returns undefined if git has failed. Throws any other error. */
export function undefinedIfGitFails(error: unknown): undefined {
  if (!(error instanceof GitError)) throw error;
}
