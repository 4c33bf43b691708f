// Names the source of a proxy in messages.
import * as l10n from '@vscode/l10n';

/**
 * Returns text that follows “set by” in a message. `source` is `system`, `resolver`, or the name of a setting or an
 * environment variable, which is returned unchanged.
 */
export function proxySourceText(source: string): string {
  switch (source) {
    case 'system':
      return l10n.t('the system settings or a PAC script');
    case 'resolver':
      return l10n.t('the proxy resolver of VS Code');
    default:
      return source;
  }
}
