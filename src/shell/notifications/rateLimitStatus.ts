// The status bar item that is shown while requests wait for the rate limit.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { observeSessionRateLimit, rateLimitMessage } from '../../core/session/rateLimit.ts';
import type { Sessions } from '../../core/session/session.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { formatTimeWithSeconds } from '../../std/formatTime.ts';

export function showRateLimitStatus(sessions: Sessions): Disposable {
  const disposables = new DisposableStore();
  const item = disposables.add(vscode.window.createStatusBarItem('waiting', vscode.StatusBarAlignment.Left));
  item.name = l10n.t('Contrail: Rate Limit');
  disposables.add(observeSessionRateLimit(sessions, (until) => updateItem(item, until)));
  return disposables;
}

function updateItem(item: vscode.StatusBarItem, until: number | undefined): void {
  if (until === undefined) {
    item.hide();
    return;
  }
  item.text = `$(watch) ${l10n.t('Rate limited until {0}', formatTimeWithSeconds(until))}`;
  item.tooltip = [
    rateLimitMessage(until),
    l10n.t('What you open or change comes before what Contrail does in the background.'),
  ].join(' ');
  item.accessibilityInformation = { label: rateLimitMessage(until) };
  item.show();
}
