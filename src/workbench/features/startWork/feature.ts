// The commands that start and end work, and that show and set the current work item.

import * as l10n from '@vscode/l10n';
import type { MentionResolver } from '../../../mentions/knownItems.ts';
import type { Session } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { type WithItemDeps, withItem } from '../workItems/withItem.ts';
import type { WorkDeps } from './deps.ts';
import { Work } from './work.ts';

export type StartWorkDeps = WithItemDeps & WorkDeps;

export function createStartWork(deps: StartWorkDeps) {
  const work = new Work(deps);
  return {
    commands: {
      [COMMANDS.startWork]: signedIn((target) => start(deps, work, target)),
      [COMMANDS.stopWork]: signedIn(() => work.end('stop')),
      [COMMANDS.finishWork]: signedIn(() => work.end('finish')),
      [COMMANDS.currentItem]: signedIn(() => work.offer()),
      [COMMANDS.setCurrentItem]: signedIn(() => setCurrent(deps, work)),
    },
    startSession: (session: Session, knownItems: MentionResolver) => work.follow(session, knownItems),
  };
}

async function start(deps: StartWorkDeps, work: Work, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Start Work on Work Item'), (chosen) => work.start(chosen));
}

/** Lets the user pick the current work item. Does not use the selected row or the open page. */
async function setCurrent({ items }: StartWorkDeps, work: Work): Promise<void> {
  const chosen = await items.choose(undefined, l10n.t('Set Current Work Item'));
  if (chosen !== undefined) await work.set(chosen);
}
