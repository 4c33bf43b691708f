// Provides the links and titles of mentions to the Markdown preview while the user is signed in.
import * as vscode from 'vscode';
import { editorAddress } from '../../../session/editorAddress.ts';
import type { Session } from '../../../session/session.ts';
import { workItemPage } from '../../../session/webAddress.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { plainCardText } from './card.ts';
import type { MentionDeps } from './deps.ts';

const MARKDOWN = 'vscode.markdown-language-features';

export function feedPreview({ session, known, preview, extension }: MentionDeps): Disposable {
  const disposables = new Disposables();
  preview.source = {
    find: (text) => known.matcher.find(text),
    link: (mention) => ({
      href: addressOf(session, mention.identifier, extension),
      title: plainCardText(mention, known.meaning(mention), known, session.store),
    }),
  };
  refresh();
  let { matcher } = known;
  disposables.add(
    known.onDidChange(() => {
      if (known.matcher === matcher) return;
      ({ matcher } = known);
      refresh();
    }),
  );
  disposables.add({
    dispose: () => {
      preview.source = undefined;
      refresh();
    },
  });
  return disposables;
}

/**
 * A preview follows web addresses and addresses of its own editor, and runs no commands. In a browser it follows only
 * web addresses, and the local workspace has none.
 */
function addressOf(
  { profile, baseUrl, workspace }: Session,
  identifier: string,
  extension: string,
): string | undefined {
  const isLocal = profile.service === 'local';
  if (vscode.env.uiKind === vscode.UIKind.Desktop) {
    const here = { scheme: vscode.env.uriScheme, extension };
    return editorAddress(here, { baseUrl: isLocal ? undefined : baseUrl, workspace, identifier });
  }
  return isLocal ? undefined : workItemPage(baseUrl, workspace, identifier);
}

/**
 * Refreshes open previews. If the Markdown extension is not active, there are none, and the command would activate it.
 */
function refresh(): void {
  if (vscode.extensions.getExtension(MARKDOWN)?.isActive === true)
    void vscode.commands.executeCommand('markdown.preview.refresh');
}
