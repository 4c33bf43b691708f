// Links mentions in documents: Ctrl+click on a mention opens the work item.
// The target of a link is resolved when the mouse pointer is over the link. A link has no tooltip, because the hover of
// the mention lists its commands, and VS Code adds the key for following the link.
import * as vscode from 'vscode';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import { commandLink, OPEN_ACTION } from '../../../shell/code/itemHover.ts';
import { ALL_DOCUMENTS, mentionsIn, type PlacedMention } from '../../../shell/code/mentionsInDocument.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { MentionDeps } from '../deps.ts';

export function registerDocumentLinks({ mentionResolver }: MentionDeps): Disposable {
  return vscode.languages.registerDocumentLinkProvider(ALL_DOCUMENTS, documentLinks(mentionResolver));
}

export function documentLinks(mentionResolver: MentionResolver): vscode.DocumentLinkProvider<MentionLink> {
  return {
    provideDocumentLinks: (document) =>
      mentionsIn(document, mentionResolver.matcher)
        .filter(({ mention }) => !mentionResolver.isRuledOut(mention))
        .map((placedMention) => new MentionLink(placedMention)),
    resolveDocumentLink: (link) => {
      link.target = vscode.Uri.parse(commandLink(OPEN_ACTION.command, { identifier: link.identifier }));
      return link;
    },
  };
}

class MentionLink extends vscode.DocumentLink {
  readonly identifier: string;

  constructor({ mention, range }: PlacedMention) {
    super(range);
    this.identifier = mention.identifier;
  }
}
