// The error with which git operations reject.
import * as l10n from '@vscode/l10n';

/** `answer` is git's own message, as in a terminal. */
export class GitRefusal extends Error {
  readonly answer: string;
  /** The error code of the git extension, for example `LocalChangesOverwritten`. */
  readonly code: string | undefined;

  constructor(answer: string, code?: string, cause?: unknown) {
    super(`${code ?? 'git refused'}: ${answer}`, { cause });
    this.name = 'GitRefusal';
    this.answer = answer;
    this.code = code;
  }

  /** Converts an error of the git extension's API. */
  static from(error: unknown): GitRefusal {
    if (error instanceof GitRefusal) return error;
    const { stderr, gitErrorCode, message } =
      typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>) : {};
    const output = [stderr, message].find((one): one is string => typeof one === 'string' && one.trim() !== '');
    return new GitRefusal(
      output?.trim() ?? l10n.t('Git reported no reason.'),
      typeof gitErrorCode === 'string' ? gitErrorCode : undefined,
      error,
    );
  }
}
