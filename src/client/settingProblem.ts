// Formats what is wrong with the value of a setting for proxies or certificates.
// The errors are thrown in the bundle of the transport, which has no translations.
import * as l10n from '@vscode/l10n';
import type { SettingError } from './network/connectErrors.ts';

/** Returns the name of the setting and what is wrong with its value; '' for an error that is not a `SettingError`. */
export function settingProblemText(thrown: unknown): string {
  if (!isSettingError(thrown)) return '';
  const { setting, problem } = thrown;
  switch (problem.kind) {
    case 'relativePath':
      return l10n.t('{0}: {1} is not an absolute path', setting, problem.file);
    case 'noCertificate':
      return l10n.t('{0}: {1} contains no PEM certificate', setting, problem.file);
    case 'passphrase':
      return l10n.t('{0}: {1} is protected by a passphrase', setting, problem.file);
    case 'noAddress':
      return l10n.t('{0}: the value is not an address', setting);
    case 'code':
      return problem.file === undefined
        ? l10n.t('{0}: {1}', setting, problem.code)
        : l10n.t('{0}: {1}, {2}', setting, problem.file, problem.code);
    default:
      return problem satisfies never;
  }
}

function isSettingError(thrown: unknown): thrown is SettingError {
  return thrown instanceof Error && 'setting' in thrown && 'problem' in thrown;
}
