// Shows that the web pages of a git server are unknown, and lets the user write them to the setting.
import * as l10n from '@vscode/l10n';
import { type CodeHosts, type HostKind, linkedRemote, parseWebUrl } from '../../core/code/permalink.ts';
import { askText, chooseRow } from '../prompts/ask.ts';
import type { Prompts, Severity } from '../prompts/prompts.ts';
import { type RepositoryRemotes, remotesOf } from './remotes.ts';

/** The hosts that the user has configured, and how one more is stored. */
export interface CodeHostSetting {
  codeHosts(): CodeHosts;
  saveCodeHost(host: string, kind: HostKind, url: string): Promise<void>;
}

const KIND_NAMES: Readonly<Record<HostKind, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket Cloud',
  bitbucketServer: 'Bitbucket Data Center',
  azureDevOps: 'Azure DevOps',
  gitea: 'Gitea',
  forgejo: 'Forgejo',
};

/**
 * Shows the reason why there is no link, with a button that asks for the kind of the git server and the address of its
 * web pages. Resolves with true if the user has entered both, so the link can be tried again.
 */
export async function offerCodeHost(
  prompts: Prompts,
  setting: CodeHostSetting,
  repository: RepositoryRemotes,
  severity: Severity,
): Promise<boolean> {
  const host = unknownHostOf(repository, setting.codeHosts());
  if (host === undefined) {
    void prompts.notify(severity, l10n.t('No remote of {0} is on a Git server with web pages.', repository.name));
    return false;
  }
  const specify = l10n.t('Specify Git Server…');
  const chosenButton = await prompts.notify(
    severity,
    l10n.t('The web pages of {0} are not known, so there is no link. Specify the type of this Git server.', host),
    specify,
  );
  return chosenButton === specify && askCodeHost(prompts, setting, host);
}

/** Returns the host of the first remote whose web pages are unknown. */
export function unknownHostOf(repository: RepositoryRemotes, hosts: CodeHosts): string | undefined {
  return remotesOf(repository).find(({ remote }) => linkedRemote(remote, hosts) === undefined)?.remote.host;
}

async function askCodeHost(prompts: Prompts, setting: CodeHostSetting, host: string): Promise<boolean> {
  const kindRow = await chooseRow(
    prompts,
    (Object.keys(KIND_NAMES) as HostKind[]).map((kind) => ({ label: KIND_NAMES[kind], value: kind })),
    { title: l10n.t('Git Server {0}', host), placeholder: l10n.t('Select the type of the Git server') },
  );
  if (kindRow === undefined) return false;
  const url = await askText(
    prompts,
    {
      title: l10n.t('Git Server {0}', host),
      prompt: l10n.t('The web address of the Git server, without the path of a repository'),
      text: `https://${host}`,
    },
    (text) =>
      parseWebUrl(text) === undefined
        ? l10n.t('Enter a web address that starts with https:// or http://, without a user name.')
        : undefined,
  );
  if (url === undefined) return false;
  await setting.saveCodeHost(host, kindRow.value, url.trim());
  return true;
}
