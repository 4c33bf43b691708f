// Completes mentions in files and in the commit box.
// Completion starts after `#`, and after the identifier of a project and a dash.

import * as vscode from 'vscode';
import { type Completion, completionsFor } from '../../../mentions/completions.ts';
import { typedMention } from '../../../mentions/typedMention.ts';
import { displayName } from '../../../std/displayName.ts';
import type { Disposable } from '../../../std/disposable.ts';
import { cachedItemCard, stateName } from './card.ts';
import type { MentionDeps } from './deps.ts';
import { ALL_DOCUMENTS } from './read.ts';

const MAX_COMPLETIONS = 100;

export function registerCompletion({ session, mentionResolver, recents }: MentionDeps): Disposable {
  const { store } = session;
  return vscode.languages.registerCompletionItemProvider(
    ALL_DOCUMENTS,
    {
      provideCompletionItems: (document, position) => {
        const textBefore = document.lineAt(position.line).text.slice(0, position.character);
        const typed = typedMention(textBefore, document.languageId, mentionResolver.matcher);
        if (typed === undefined) return undefined;
        const range = new vscode.Range(position.with(undefined, typed.start), position);
        const { items, hasMore } = completionsFor(typed, MAX_COMPLETIONS, {
          store,
          recents: recents.of(session.account),
        });
        // The search matches words in titles, but VS Code filters by identifier. An incomplete list makes VS Code call
        // the provider again after each typed character.
        const list = items.map(
          (offer, index) => new MentionCompletion(offer, range, index, textBefore.slice(typed.start)),
        );
        return new vscode.CompletionList(list, hasMore || typed.kind === 'words');
      },
      resolveCompletionItem: (completion: MentionCompletion) => {
        const mention = mentionResolver.matcher.matchWhole(completion.identifier);
        const meaning = mention && mentionResolver.resolve(mention);
        if (meaning?.kind !== 'read' || mention === undefined) return completion;
        completion.documentation = new vscode.MarkdownString(
          cachedItemCard(mention, meaning, mentionResolver, store, []),
        );
        completion.detail = stateName(meaning, store);
        return completion;
      },
    },
    '#',
    '-',
  );
}

class MentionCompletion extends vscode.CompletionItem {
  readonly identifier: string;

  constructor({ identifier, name }: Completion, range: vscode.Range, index: number, typed: string) {
    super({ label: identifier, description: displayName(name) }, vscode.CompletionItemKind.Issue);
    this.identifier = identifier;
    this.range = range;
    this.insertText = identifier;
    this.filterText = typed.startsWith('#') ? typed : identifier;
    this.sortText = String(index).padStart(4, '0');
  }
}
