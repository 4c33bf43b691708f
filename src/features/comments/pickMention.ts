// Lets the user pick the member of a project that a comment mentions.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../contract/resources/user.ts';
import { listedName } from '../../contract/userName.ts';
import { isListUnsupported } from '../../core/cache/lists/pagedList.ts';
import { userMentionNames, userMentionText } from '../../core/comments/userMentions.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { pickRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Event } from '../../std/event.ts';

/** The outcome of a list of members: the picked one, and the text that was typed to find it. */
interface PickedMention {
  /** The @ and the name of the member. Undefined if the user picks none. */
  readonly mention: string | undefined;
  readonly typedText: string;
}

/** `box` has the letters of the name that are typed before the list is shown. */
export async function pickMention(
  prompts: Prompts,
  { session: { store, me }, address: { project } }: ChosenItem,
  box: { letters(): string; readonly onDidType: Event<unknown> },
): Promise<PickedMention> {
  const { members, rateLimit } = store;
  const list = members.list(project);
  let typedText = '';
  const pickedRow = await pickRow(prompts, {
    title: l10n.t('Mention Member'),
    placeholder: l10n.t('Select the member to mention'),
    staysOpen: true,
    // If the user goes back, the caller shows the input box of the comment again.
    onBack: () => undefined,
    rows: (text) => {
      typedText = text;
      const name = (box.letters() + text).toLowerCase();
      const users = members.listed(project);
      const names = userMentionNames(users);
      return users
        .flatMap((user) => {
          const value = userMentionText(user, names);
          const label = listedName(user, nameOfUser(user), me.id);
          const row = { label, description: user.email ?? '', value, alwaysShow: true };
          const isMatch = `${label} ${row.description}`.toLowerCase().includes(name);
          return value === undefined || !isMatch ? [] : [{ ...row, value }];
        })
        .sort((first, second) => first.label.localeCompare(second.label, 'en'));
    },
    hint: () => {
      const { readAt, state } = list;
      if (state.fault !== undefined && !isListUnsupported(state)) return l10n.t('The members could not be loaded.');
      return readAt !== undefined && state.ids.length === 0 ? l10n.t('No members yet') : undefined;
    },
    updates: { onDidChange: anyOf(list.onDidChange, box.onDidType), done: list.readAll(), rateLimit },
  });
  return { mention: pickedRow?.value, typedText };
}

function anyOf(first: Event<void>, second: Event<unknown>): Event<void> {
  return (listener) => {
    const disposables = [first(listener), second(() => listener())];
    return { dispose: () => disposables.forEach((one) => one.dispose()) };
  };
}
