// The status bar item that shows when requests resume, while any wait for the rate limit.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { followSessionRateLimit, rateLimitMessage } from '../../session/rateLimit.ts';
import type { Sessions } from '../../session/session.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';

export function showRateLimitStatus(sessions: Sessions): Disposable {
  const disposables = new Disposables();
  const item = disposables.add(vscode.window.createStatusBarItem('waiting', vscode.StatusBarAlignment.Left));
  item.name = l10n.t('Contrail: Rate Limit');
  disposables.add(followSessionRateLimit(sessions, (until) => show(item, until)));
  return disposables;
}

function show(item: vscode.StatusBarItem, until: number | undefined): void {
  if (until === undefined) {
    item.hide();
    return;
  }
  item.text = l10n.t('$(watch) Rate limited until {0}', new Date(until).toLocaleTimeString());
  item.tooltip = l10n.t('{0} What you asked for comes first.', rateLimitMessage(until));
  item.accessibilityInformation = { label: rateLimitMessage(until) };
  item.show();
}
