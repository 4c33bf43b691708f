// Opens the page or runs the command that creates a pull request, and adds the link of the pull request.
import * as l10n from '@vscode/l10n';
import { faultOf, isMissingOrForbidden } from '../../../client/apiError.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import { type HostKind, linkedRemote } from '../../../core/code/permalink.ts';
import { newPullRequestPage, type PullRequestPage, pullRequestTitle } from '../../../core/code/pullRequest.ts';
import { type Remote, repositoryIdentity } from '../../../core/code/remote.ts';
import { markdownLink } from '../../../core/session/markdownLink.ts';
import { workItemUrl } from '../../../core/session/server/webAddress.ts';
import type { Session } from '../../../core/session/session.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import { offerCodeHost } from '../../../shell/git/offerCodeHost.ts';
import { type NamedRemote, remotesOf } from '../../../shell/git/remotes.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import { submitText } from '../../../shell/prompts/ask.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { urlProblem } from '../../../shell/prompts/urlProblem.ts';
import type { PullRequestDeps } from './deps.ts';

/** The work item that a pull request is for. */
export type PullRequestItem = Pick<CurrentItem, 'session' | 'identifier' | 'name' | 'address' | 'base'>;

interface HostRemote extends NamedRemote {
  readonly kind: HostKind;
}

/** Returns the remote to which the branch of a pull request is pushed, and the name of its host. */
export function pullRequestRemote(
  deps: PullRequestDeps,
  repository: Repository,
): { readonly name: string; readonly host: string } | undefined {
  const host = hostOf(deps, repository);
  return host && { name: host.name, host: host.remote.host };
}

/** Whether an extension of VS Code creates the pull request, for which the branch must stay checked out. */
export function needsBranchForPullRequest(deps: PullRequestDeps, repository: Repository): boolean {
  const host = hostOf(deps, repository);
  return host !== undefined && deps.pullRequestCommand(host.kind) !== undefined;
}

/** Opens a pull request, and offers to add its link to the work item. */
export async function createPullRequest(
  deps: PullRequestDeps,
  item: PullRequestItem,
  repository: Repository | undefined,
): Promise<void> {
  if (await openPullRequest(deps, item, repository)) await offerLink(deps.prompts, item);
}

/**
 * Pushes the branch if that is necessary and the user confirms it, or has confirmed it before. Then opens the page that
 * creates a pull request, or runs the command of the host's extension. Resolves with false if it opened nothing, for
 * which a message gives the reason.
 */
export async function openPullRequest(
  deps: PullRequestDeps,
  item: PullRequestItem,
  repository: Repository | undefined,
  { isPushConfirmed = false } = {},
): Promise<boolean> {
  const { prompts } = deps;
  const branch = repository?.head?.branch;
  if (repository === undefined || branch === undefined) {
    void prompts.notify('info', l10n.t('Check out the branch of the work item first.'));
    return false;
  }
  if (branch === item.base) {
    void prompts.notify(
      'info',
      l10n.t('{0} is the base branch of this work item. Check out the branch with your changes first.', branch),
    );
    return false;
  }
  const host = hostOf(deps, repository);
  if (host === undefined) {
    const isSpecified = await offerCodeHost(prompts, deps, repository, 'warning');
    return isSpecified && hostOf(deps, repository) !== undefined && openPullRequest(deps, item, repository);
  }
  if (!(await ensurePushed(prompts, repository, branch, host, isPushConfirmed))) return false;
  const command = deps.pullRequestCommand(host.kind);
  if (command === undefined) {
    const text = await pullRequestText(prompts, item);
    const target = upstreamOf(deps, repository, host);
    const page = newPullRequestPage(host.remote, host.kind, { branch, base: item.base, target, ...text });
    if (page === undefined) {
      void prompts.notify('error', l10n.t('{0} is not the address of a repository.', host.remote.path.join('/')));
      return false;
    }
    await openPage(prompts, page, text);
  } else await prompts.runCommand(command);
  return true;
}

interface PullRequestText {
  readonly title: string;
  readonly description: string;
}

/**
 * Resolves with the title and the description of the pull request. The description links to the page of the work item,
 * unless the server no longer has it, which a message then says.
 */
async function pullRequestText(
  prompts: Prompts,
  { session, identifier, name, address }: PullRequestItem,
): Promise<PullRequestText> {
  const { baseUrl, workspace, store } = session;
  const title = `${identifier} ${name}`.trim();
  if (address !== undefined && (await hasItem(store, address)))
    return { title, description: markdownLink(title, workItemUrl(baseUrl, workspace, identifier)) };
  const text = l10n.t('{0} was not found on the server, so the pull request does not link to it.', identifier);
  void prompts.notify('warning', text);
  return { title, description: '' };
}

/** Resolves with false if the server no longer has the work item, for example because it was moved. */
async function hasItem({ resources }: Session['store'], { id, project }: ItemAddress): Promise<boolean> {
  try {
    await resources.workItems.readOne(id, project);
    return true;
  } catch (error) {
    return !isMissingOrForbidden(faultOf(error));
  }
}

async function openPage(
  prompts: Prompts,
  { url, isFilledIn }: PullRequestPage,
  { title, description }: PullRequestText,
): Promise<void> {
  if (!isFilledIn) {
    await prompts.copyText(`${title}\n\n${description}`.trimEnd());
    prompts.showStatus(l10n.t('Copied the title and the description for the pull request'), 10_000, 'clippy');
  }
  prompts.openExternal(url);
}

/**
 * Returns the remote `upstream` if the branch is pushed to a repository of the same name on its host, but of another
 * owner: that is then a fork of it.
 */
function upstreamOf(deps: PullRequestDeps, repository: Repository, pushed: HostRemote): Remote | undefined {
  const named = remotesOf(repository).find(({ name }) => name === 'upstream');
  const upstream = named && linkedRemote(named.remote, deps.codeHosts())?.remote;
  if (upstream === undefined) return undefined;
  const nameOf = ({ host, path }: Remote): string => `${host} ${path.at(-1)?.toLowerCase()}`;
  const isFork =
    nameOf(upstream) === nameOf(pushed.remote) && repositoryIdentity(upstream) !== repositoryIdentity(pushed.remote);
  return isFork ? upstream : undefined;
}

function hostOf(deps: PullRequestDeps, repository: Repository): HostRemote | undefined {
  const hosts = deps.codeHosts();
  return remotesOf(repository)
    .flatMap(({ name, remote }) => {
      const linked = linkedRemote(remote, hosts);
      return linked === undefined ? [] : [{ name, ...linked }];
    })
    .at(0);
}

/**
 * Pushes the branch if it has commits that are not on the host and the user agrees. Resolves with false if the user
 * cancels or git rejects the push.
 */
async function ensurePushed(
  prompts: Prompts,
  repository: Repository,
  branch: string,
  host: HostRemote,
  isConfirmed: boolean,
): Promise<boolean> {
  const { head } = repository;
  const isPushed = head?.upstream?.startsWith(`${host.name}/`) === true && head.ahead === 0;
  if (isPushed) return true;
  const push = l10n.t('Push');
  const confirmPush = (): Promise<string | undefined> =>
    prompts.confirm(
      l10n.t('Push {0} to {1}?', branch, host.name),
      l10n.t('The commits of the branch are not on {0} yet, and a pull request needs them.', host.remote.host),
      push,
    );
  if (!isConfirmed && (await confirmPush()) !== push) return false;
  try {
    await prompts.progress({ title: l10n.t('Pushing {0}…', branch), location: 'window' }, () =>
      repository.push(host.name, branch),
    );
    return true;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    void prompts.notify('error', l10n.t('{0} was not pushed. {1}', branch, error.output));
    return false;
  }
}

/** Offers to add the link of the pull request to the work item. */
export async function offerLink(prompts: Prompts, { session, identifier, address }: PullRequestItem): Promise<void> {
  if (address === undefined) return;
  const addLink = l10n.t('Add Link…');
  const chosenButton = await prompts.notify(
    'info',
    l10n.t('When the pull request is created, add its link to {0}.', identifier),
    addLink,
  );
  if (chosenButton === addLink) await askLink(prompts, session, identifier, address);
}

/** Asks for the URL of the pull request until its link is added or the user cancels. */
async function askLink(prompts: Prompts, session: Session, identifier: string, address: ItemAddress): Promise<void> {
  const options = {
    title: l10n.t('Add Pull Request to {0}', identifier),
    prompt: l10n.t('Paste the web address of the pull request.'),
    placeholder: 'https://',
  };
  const isAdded = await submitText(
    prompts,
    options,
    (text) => addLink(session, address, text.trim()),
    (text) => urlProblem(text.trim()),
  );
  if (isAdded) prompts.showStatus(l10n.t('Added the link to {0}', identifier), 5000, 'link');
}

/** Adds the URL to the links of the work item. Resolves with a message if the link was not added. */
async function addLink({ store }: Session, address: ItemAddress, url: string): Promise<string | undefined> {
  const title = pullRequestTitle(url);
  try {
    await store.links.add(address, { url, ...(title === undefined ? {} : { title }) });
    return undefined;
  } catch (error) {
    return formatError(faultOf(error));
  }
}
