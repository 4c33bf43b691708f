// The command that copies links to work items, the identifier of one, or the name of its branch.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { ROW_ARGUMENT, rowIdOf } from '../../../shell/commands/commandTarget.ts';
import { type ChosenItemsDeps, resolveCommandItems } from '../../../shell/itemPicker/chosenItems.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { chooseRow } from '../../../shell/prompts/ask.ts';
import { toNode } from '../../../shell/tree/node.ts';
import type { LinkCopier } from './copying.ts';

export interface CopyCommandDeps extends WithItemDeps {
  readonly linkCopier: Pick<LinkCopier, 'copy'>;
  readonly views: ChosenItemsDeps['views'] & { focusedRows(): Promise<readonly unknown[]> };
  readonly copyBranchName: (chosenItem: ChosenItem) => Promise<void>;
}

/** What is copied. A key binding passes it as the argument, for the row that has the focus. */
const COPIED = ['link', 'identifier', 'branchName'] as const;
type Copied = (typeof COPIED)[number];

/** Copies a text about the work item of the target, or about one that the user picks; of a member, the email address. */
export async function copyText(deps: CopyCommandDeps, target: unknown, selection: unknown): Promise<void> {
  const copiedByKey = COPIED.find((one) => one === target);
  const rows = copiedByKey === undefined ? undefined : await deps.views.focusedRows();
  const row = rows === undefined ? target : (rows[0] ?? ROW_ARGUMENT);
  const node = toNode(row);
  if (node?.kind === 'teamspaceMember') return copyMember(deps, node.id);
  // The target may be a comment on a page, to which only a link can be copied.
  const copied = copiedByKey ?? (rowIdOf(target) === undefined ? await pickCopied(deps) : 'link');
  if (copied !== undefined) await copy(deps, copied, row, rows ?? selection);
}

async function pickCopied({ prompts }: CopyCommandDeps): Promise<Copied | undefined> {
  const rows = [
    { label: l10n.t('Link…'), icon: { id: 'link' }, value: 'link' },
    { label: l10n.t('Identifier'), icon: { id: 'symbol-number' }, value: 'identifier' },
    { label: l10n.t('Branch Name'), icon: { id: 'git-branch' }, value: 'branchName' },
  ] as const;
  const options = { title: l10n.t('Copy'), placeholder: l10n.t('Select what to copy') };
  return (await chooseRow<Copied>(prompts, rows, options))?.value;
}

async function copy(deps: CopyCommandDeps, copied: Copied, target: unknown, selection: unknown): Promise<void> {
  if (copied === 'identifier')
    return withItem(deps, target, l10n.t('Copy Identifier: Work Item'), (item) => deps.items.copyIdentifier(item));
  if (copied === 'branchName')
    return withItem(deps, target, l10n.t('Copy Branch Name: Work Item'), (item) => deps.copyBranchName(item));
  const items = await resolveCommandItems(deps, target, selection, l10n.t('Copy Link to Work Item'));
  if (items !== undefined) await deps.linkCopier.copy(items, rowIdOf(target));
}

/** Copies the email address of a user, or their name if the server does not send the address. */
async function copyMember({ sessions, prompts }: CopyCommandDeps, id: string): Promise<void> {
  const store = sessions.current?.store;
  await store?.workspaceUsers.readAll();
  const user = store?.workspaceUser(id);
  if (user === undefined) return;
  const text = user.email || nameOfUser(user);
  await prompts.copyText(text);
  prompts.showStatus(l10n.t('Copied {0}', text), 3000);
}
