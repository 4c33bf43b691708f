// Owns links in terminals: a click on a mention in git's log or a build's output opens the work item.
import * as vscode from 'vscode';
import type { KnownItems } from '../../../mentions/knownItems.ts';
import { mentionsInText } from '../../../mentions/textLimits.ts';
import type { Disposable } from '../../../std/disposable.ts';
import { OPEN } from './card.ts';
import type { MentionDeps } from './deps.ts';

/** A line of a terminal is what was printed between two line breaks: some programs print none. */
const LONGEST_LINE = 10_000;

export function registerTerminalLinks({ known }: MentionDeps): Disposable {
  return vscode.window.registerTerminalLinkProvider(terminalLinks(known));
}

export function terminalLinks(known: Pick<KnownItems, 'matcher'>) {
  return {
    provideTerminalLinks: ({ line }: Pick<vscode.TerminalLinkContext, 'line'>): MentionLink[] =>
      mentionsInText(line.slice(0, LONGEST_LINE), known.matcher).map(
        ({ start, end, identifier }) => new MentionLink(start, end - start, identifier),
      ),
    handleTerminalLink: async ({ identifier }: MentionLink): Promise<void> => {
      await vscode.commands.executeCommand(OPEN.command, { identifier });
    },
  };
}

class MentionLink extends vscode.TerminalLink {
  readonly identifier: string;

  constructor(start: number, length: number, identifier: string) {
    super(start, length, `Open ${identifier}`);
    this.identifier = identifier;
  }
}
