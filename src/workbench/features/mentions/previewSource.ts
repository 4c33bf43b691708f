// Owns what the Markdown preview is told of work items while somebody is signed in: where their links lead, and what is
// known of them.
import * as vscode from 'vscode';
import { editorAddress } from '../../../session/editorAddress.ts';
import type { Session } from '../../../session/session.ts';
import { workItemPage } from '../../../session/webAddress.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { plainCardText } from './card.ts';
import type { MentionDeps } from './deps.ts';

const MARKDOWN = 'vscode.markdown-language-features';

export function feedPreview({ session, known, preview, extension }: MentionDeps): Disposable {
  const held = new Disposables();
  preview.source = {
    find: (text) => known.matcher.find(text),
    link: (mention) => ({
      href: addressOf(session, mention.identifier, extension),
      title: plainCardText(mention, known.meaning(mention), known, session.store),
    }),
  };
  refresh();
  let { matcher } = known;
  held.add(
    known.onDidChange(() => {
      if (known.matcher === matcher) return;
      ({ matcher } = known);
      refresh();
    }),
  );
  held.add({
    dispose: () => {
      preview.source = undefined;
      refresh();
    },
  });
  return held;
}

/**
 * A preview follows addresses of the web and of the editor that it is in, and runs no command. In a browser it follows
 * those of the web only, and the local workspace has none.
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
 * Previews that are open are drawn anew. Where the extension that draws them sleeps there are none, and it is left
 * asleep.
 */
function refresh(): void {
  if (vscode.extensions.getExtension(MARKDOWN)?.isActive === true)
    void vscode.commands.executeCommand('markdown.preview.refresh');
}
