// Finds the mentions in a document. Skips binary content and the end of a very long text.
import * as vscode from 'vscode';
import type { IdentifierMatch, IdentifierMatcher } from '../../core/mentions/identifiers.ts';
import { mentionsInText } from '../../core/mentions/mentionsInText.ts';

/** Selects all text documents of VS Code: files, versions from git, the commit box, output. */
export const ALL_DOCUMENTS: vscode.DocumentFilter = { scheme: '*' };

export interface PlacedMention {
  readonly mention: IdentifierMatch;
  readonly range: vscode.Range;
}

export function mentionsIn(document: vscode.TextDocument, matcher: IdentifierMatcher): readonly PlacedMention[] {
  if (matcher.isEmpty) return [];
  return mentionsInText(document.getText(), matcher).map((mention) => ({
    mention,
    range: new vscode.Range(document.positionAt(mention.start), document.positionAt(mention.end)),
  }));
}

export function mentionAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  matcher: IdentifierMatcher,
): PlacedMention | undefined {
  const mention = matcher.isEmpty
    ? undefined
    : matcher.matchAt(document.lineAt(position.line).text, position.character);
  return mention && { mention, range: new vscode.Range(position.line, mention.start, position.line, mention.end) };
}
