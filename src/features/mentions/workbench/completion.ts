// Completes mentions in files and in the commit box.
// Completion starts after `#`, and after the identifier of a project and a dash.

import * as vscode from 'vscode';
import { type Completion, completionsFor } from '../../../core/mentions/completions.ts';
import { parsePartialMention } from '../../../core/mentions/partialMention.ts';
import { cachedItemHover } from '../../../shell/code/itemHover.ts';
import { ALL_DOCUMENTS } from '../../../shell/code/mentionsInDocument.ts';
import { todayAt } from '../../../std/calendarDay.ts';
import { displayName } from '../../../std/displayName.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { MentionDeps } from '../deps.ts';

const MAX_COMPLETIONS = 100;

export function registerCompletion({ session, mentionResolver, recents, clock }: MentionDeps): Disposable {
  const { store } = session;
  return vscode.languages.registerCompletionItemProvider(
    ALL_DOCUMENTS,
    {
      provideCompletionItems: (document, position) => {
        const textBefore = document.lineAt(position.line).text.slice(0, position.character);
        const typedText = parsePartialMention(textBefore, document.languageId, mentionResolver.matcher);
        if (typedText === undefined) return undefined;
        const range = new vscode.Range(position.with(undefined, typedText.start), position);
        const { items, hasMore } = completionsFor(typedText, MAX_COMPLETIONS, {
          store,
          recentMentions: recents.entriesOf(session.account),
        });
        const list = items.map(
          (offer, index) => new MentionCompletion(offer, range, index, textBefore.slice(typedText.start)),
        );
        // VS Code cannot match typed words with titles. The list is therefore marked as incomplete, so that VS Code
        // calls the provider again after each typed character.
        return new vscode.CompletionList(list, hasMore || typedText.kind === 'words');
      },
      resolveCompletionItem: (completion: MentionCompletion) => {
        const mention = mentionResolver.matcher.matchWhole(completion.identifier);
        const resolution = mention && mentionResolver.resolve(mention);
        if (resolution?.kind !== 'read' || mention === undefined) return completion;
        const options = { store, today: todayAt(clock.now()), actions: [] };
        completion.documentation = new vscode.MarkdownString(
          cachedItemHover(mention, resolution, mentionResolver, options),
          true,
        );
        return completion;
      },
    },
    '#',
    '-',
  );
}

class MentionCompletion extends vscode.CompletionItem {
  readonly identifier: string;

  constructor(completion: Completion, range: vscode.Range, index: number, typed: string) {
    const { identifier, name, state = '', isDone = false } = completion;
    const label = { label: identifier, detail: ` ${displayName(name)}`, description: displayName(state) };
    // VS Code has no kind for completed work items; a reference is not mistaken for an open one.
    super(label, isDone ? vscode.CompletionItemKind.Reference : vscode.CompletionItemKind.Issue);
    this.identifier = identifier;
    this.range = range;
    this.insertText = identifier;
    // After `#`, the search has already matched the typed words with titles, so VS Code must list every result. After
    // the prefix of an identifier, VS Code must filter by identifier: otherwise, Enter could replace `API-based` with a
    // work item whose title matches.
    this.filterText = typed.startsWith('#') ? typed : identifier;
    this.sortText = String(index).padStart(4, '0');
  }
}
