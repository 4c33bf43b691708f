// Lets the user pick the member of a project that a comment mentions.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { listedName } from '../../../contract/userName.ts';
import { userMentionNames, userMentionText } from '../../../pages/discussion/userMentions.ts';
import { pickRow } from '../../ui/ask.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { ChosenItem } from '../workItems/workItemPicker.ts';

/** Resolves with `@` and the member's name, or with undefined if the user cancels. */
export async function pickMention(
  prompts: Prompts,
  { session: { store, me }, address: { project } }: ChosenItem,
): Promise<string | undefined> {
  const { members, rateLimit } = store;
  const pickedRow = await pickRow(prompts, {
    title: l10n.t('Mention Member'),
    placeholder: l10n.t('Select the member to mention'),
    staysOpen: true,
    // If the user goes back, the caller shows the input box of the comment again.
    onBack: () => undefined,
    rows: () => {
      const { records } = members.get(project);
      const names = userMentionNames(records);
      return records
        .flatMap((user) => {
          const value = userMentionText(user, names);
          const label = listedName(user, nameOfUser(user), me.id);
          return value === undefined ? [] : [{ label, description: user.email ?? '', value }];
        })
        .sort((first, second) => first.label.localeCompare(second.label, 'en'));
    },
    hint: () => {
      const { status, records } = members.get(project);
      if (status === 'failed') return l10n.t('The members could not be loaded.');
      return status === 'ready' && records.length === 0 ? l10n.t('No members yet') : undefined;
    },
    updates: { onDidChange: members.onDidChange, done: members.read(project), rateLimit },
  });
  return pickedRow?.value;
}
