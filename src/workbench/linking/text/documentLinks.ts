// Owns links in documents: Ctrl and a click on a mention opens the work item.
import * as vscode from 'vscode';
import type { Mention } from '../../../linking/identifiers.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { Linked } from '../linking.ts';
import { mentionsIn } from './read.ts';

export function registerDocumentLinks({ known }: Linked): Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { scheme: '*' },
    {
      provideDocumentLinks: (document) =>
        mentionsIn(document, known.matcher).map(
          (mention) => new MentionLink(new vscode.Range(document.positionAt(mention.start), document.positionAt(mention.end)), mention),
        ),
      resolveDocumentLink: (link: MentionLink) => {
        link.target = openUri(link.mention.identifier);
        link.tooltip = 'Open the work item';
        return link;
      },
    },
  );
}

class MentionLink extends vscode.DocumentLink {
  readonly mention: Mention;

  constructor(range: vscode.Range, mention: Mention) {
    super(range);
    this.mention = mention;
  }
}

function openUri(identifier: string): vscode.Uri {
  return vscode.Uri.parse(`command:contrail.openWorkItem?${encodeURIComponent(JSON.stringify([{ identifier }]))}`);
}
