// Reads what starting work needs: the work item, its project's states, and the repository.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { branchNameFor } from '../../../branches/branchName.ts';
import { mentionInBranch } from '../../../branches/currentWork.ts';
import { ApiError } from '../../../client/apiError.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import type { Repository } from '../../git/repository.ts';
import { baseBranch, branchTemplate } from '../../settings.ts';
import type { ChosenItem } from '../workItems/items.ts';
import type { StartFacts } from './ask.ts';
import type { CommitBoxes } from './commitBox.ts';
import type { WorkDeps } from './deps.ts';
import { branchOf, firstOf, type RepositoryState } from './plan.ts';
import { templateValuesOf } from './values.ts';

/** The repository for the branch, or a sentence about why there is none. */
export type WorkPlace = Repository | string;

/**
 * Requests the work item again, because the plan must show current values, and a deleted one must be reported at once.
 * Rejects with an ApiError or a GitRefusal.
 */
export async function collectFacts(
  deps: WorkDeps,
  boxes: CommitBoxes,
  chosen: ChosenItem,
  place: WorkPlace,
): Promise<StartFacts> {
  const { session, address } = chosen;
  const { store, me } = session;
  const [item, states, git] = await Promise.all([
    store.resources.workItems.readOne(address.id, address.project),
    store.states.read(address.project),
    gitFacts(place),
  ]);
  if (states.status === 'failed') throw new ApiError(states.fault);
  const now = item.state === null ? undefined : store.state(address.project, item.state);
  const identifier = store.identifier(address) ?? item.name;
  const names = item.assignees.map((id) => {
    const user = store.user(address.project, id);
    return user === undefined ? l10n.t('Unknown user') : nameOfUser(user);
  });
  return {
    identifier,
    name: item.name,
    git,
    branch:
      typeof git === 'string' || typeof place === 'string'
        ? { name: '' }
        : firstName(deps, chosen, git, place, identifier),
    state: now?.group === 'started' ? undefined : firstOf(states.records, 'started'),
    stateNow: now?.name ?? l10n.t('no state'),
    isMine: item.assignees.includes(me.id),
    assigneesNow: names.length === 0 ? undefined : names.join(', '),
    message: typeof place === 'string' ? undefined : messageFor(boxes, chosen, place),
  };
}

/** Returns the configured base branch, unless it does not exist. */
export function firstBase(facts: StartFacts, place: WorkPlace): string | undefined {
  if (typeof place === 'string' || typeof facts.git === 'string') return undefined;
  const base = baseBranch(place.root);
  return facts.git.branches.some(({ name }) => name === base) && facts.git.head?.branch !== base ? base : undefined;
}

async function gitFacts(place: WorkPlace): Promise<RepositoryState | string> {
  if (typeof place === 'string') return place;
  const { name, head, uncommitted } = place;
  const branches = await place.branches({ remote: true });
  const base = baseBranch(place.root);
  const isMissing = base !== '' && base !== head?.branch && !branches.some((one) => one.name === base);
  return {
    name,
    head,
    branches,
    remotes: place.remotes.map((one) => one.name),
    uncommitted,
    ...(isMissing ? { missingBase: base } : {}),
  };
}

/** Returns the existing branch of the work item, or the name that the template produces. */
function firstName(
  deps: WorkDeps,
  { session, address }: ChosenItem,
  git: RepositoryState,
  { root }: Repository,
  identifier: string,
): StartFacts['branch'] {
  const matcher = deps.mentions.known?.matcher;
  const own = branchOf(identifier, git, (branch) =>
    matcher === undefined ? undefined : mentionInBranch(branch, matcher)?.identifier,
  );
  if (own !== undefined) return { name: own };
  const values = templateValuesOf(session, address, deps.clock.now());
  const named =
    values === undefined
      ? { problem: l10n.t('The project of this work item is not loaded.') }
      : branchNameFor(branchTemplate(root), values);
  if ('name' in named) return named;
  return {
    name: 'text' in named ? (named.text ?? '') : '',
    problem: [named.problem, l10n.t('See the setting “Work: Branch Template”.')].join(' '),
  };
}

function messageFor(boxes: CommitBoxes, { session, address }: ChosenItem, place: Repository): StartFacts['message'] {
  if (!boxes.isFree(place)) return undefined;
  const start = boxes.startFor(session, address, place);
  if ('problem' in start) return start;
  return start.text === '' ? undefined : start;
}

/**
 * Resolves with the repository of the active file or one that the user picks, or with a sentence if there is none.
 * Resolves with undefined if the user cancels.
 */
export async function choosePlace({ repositories }: WorkDeps, title: string): Promise<WorkPlace | undefined> {
  const chosen = await repositories.choose(title, vscode.window.activeTextEditor?.document.uri);
  if (chosen.kind === 'left') return undefined;
  return chosen.kind === 'notFound' ? chosen.sentence : chosen.repository;
}
