// Links mentions in terminals, for example in the output of `git log`, to their work items.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import { mentionsInText } from '../../../core/mentions/mentionsInText.ts';
import { OPEN_ACTION } from '../../../shell/code/itemHover.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { MentionDeps } from '../deps.ts';

/** A terminal line can be very long, because some programs print no line breaks. */
const MAX_LINE_CHARACTERS = 10_000;

export function registerTerminalLinks({ mentionResolver }: MentionDeps): Disposable {
  return vscode.window.registerTerminalLinkProvider(terminalLinks(mentionResolver));
}

export function terminalLinks(mentionResolver: Pick<MentionResolver, 'matcher'>) {
  return {
    provideTerminalLinks: ({ line }: Pick<vscode.TerminalLinkContext, 'line'>): MentionLink[] =>
      mentionsInText(line.slice(0, MAX_LINE_CHARACTERS), mentionResolver.matcher).map(
        ({ start, end, identifier }) => new MentionLink(start, end - start, identifier),
      ),
    handleTerminalLink: async ({ identifier }: MentionLink): Promise<void> => {
      await vscode.commands.executeCommand(OPEN_ACTION.command, { identifier });
    },
  };
}

class MentionLink extends vscode.TerminalLink {
  readonly identifier: string;

  constructor(start: number, length: number, identifier: string) {
    super(start, length, l10n.t('Open {0}', identifier));
    this.identifier = identifier;
  }
}
