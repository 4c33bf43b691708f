// Provides the links and titles of mentions to the Markdown preview while the user is signed in.
import * as vscode from 'vscode';
import { formatItemLink } from '../../../core/session/itemLink.ts';
import { workItemUrl } from '../../../core/session/server/webAddress.ts';
import type { Session } from '../../../core/session/session.ts';
import { mentionTitle } from '../../../shell/code/itemHover.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { MentionDeps } from '../deps.ts';

/** The id of VS Code's Markdown extension. */
const MARKDOWN_EXTENSION_ID = 'vscode.markdown-language-features';

export function connectPreview({ session, mentionResolver, preview, extensionId }: MentionDeps): Disposable {
  const disposables = new DisposableStore();
  preview.source = {
    find: (text) => mentionResolver.matcher.find(text),
    link: (mention) => ({
      href: urlOf(session, mention.identifier, extensionId),
      title: mentionTitle(mention, mentionResolver.resolve(mention), mentionResolver, session.store),
    }),
  };
  refreshPreviews();
  let { matcher } = mentionResolver;
  disposables.add(
    mentionResolver.onDidChange(() => {
      if (mentionResolver.matcher === matcher) return;
      ({ matcher } = mentionResolver);
      refreshPreviews();
    }),
  );
  disposables.add({
    dispose: () => {
      preview.source = undefined;
      refreshPreviews();
    },
  });
  return disposables;
}

/**
 * Returns the URL of a mention. The preview cannot run commands. In VS Code for the desktop, it can open `vscode://`
 * URLs. In a browser, it can open only web pages, which the local workspace does not have.
 */
function urlOf({ profile, baseUrl, workspace }: Session, identifier: string, extension: string): string | undefined {
  const isLocal = profile.service === 'local';
  if (vscode.env.uiKind === vscode.UIKind.Desktop) {
    const editorScheme = { scheme: vscode.env.uriScheme, extension };
    return formatItemLink(editorScheme, { baseUrl: isLocal ? undefined : baseUrl, workspace, identifier });
  }
  return isLocal ? undefined : workItemUrl(baseUrl, workspace, identifier);
}

/**
 * Refreshes open previews. While the Markdown extension is not active, no preview is open, and the command would
 * activate the extension.
 */
function refreshPreviews(): void {
  if (vscode.extensions.getExtension(MARKDOWN_EXTENSION_ID)?.isActive === true)
    void vscode.commands.executeCommand('markdown.preview.refresh');
}
