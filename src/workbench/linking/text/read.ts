// Owns how much of a document is read for mentions: nothing of what is binary, and no more of a huge one than can be read at once.
import type * as vscode from 'vscode';
import type { Matcher, Mention } from '../../../linking/identifiers.ts';

const MOST_CHARACTERS = 5_000_000;
const MOST_MENTIONS = 10_000;
/** A binary file shows itself early. */
const LOOKED_AT_FOR_BINARY = 8_000;

export function mentionsIn(document: vscode.TextDocument, matcher: Matcher): readonly Mention[] {
  return matcher.isEmpty ? [] : mentionsInText(document.getText(), matcher);
}

/** Addresses of the web are links of their own: what they mention is left to them. */
function mentionsInText(text: string, matcher: Matcher): readonly Mention[] {
  if (text.lastIndexOf('\0', LOOKED_AT_FOR_BINARY) >= 0) return [];
  return matcher.find(text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text, MOST_MENTIONS);
}
