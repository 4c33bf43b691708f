// Asks before code is sent in a comment that people outside the workspace can read.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Confirm } from '../../../shell/page/confirm.tsx';

/** Returns whether the comment shows a code block or inline code to people outside of the workspace. */
export function exposesCode(html: string, access: 'INTERNAL' | 'EXTERNAL' | undefined): boolean {
  return access === 'EXTERNAL' && /<(?:pre|code)\b/.test(html);
}

export function ConfirmCodeInExternalComment({
  onYes,
  onNo,
}: {
  readonly onYes: () => void;
  readonly onNo: () => void;
}): VNode {
  const question = l10n.t('Show this code to people outside the workspace?');
  return <Confirm question={question} action={l10n.t('Show Code')} onYes={onYes} onNo={onNo} />;
}
