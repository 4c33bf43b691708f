// Messages about opened and copied links. No message repeats text of a rejected link.
import * as l10n from '@vscode/l10n';
import type { ItemLink, LinkedItem, LinkProblem } from '../../core/session/itemLink.ts';
import { serverName } from '../../core/session/server/webAddress.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';

/** The format of a copied link: a URL of the web app, a URL that VS Code opens, or a Markdown link. */
export type LinkFormat = 'web' | 'editor' | 'markdown';

export function linkProblemText(problem: LinkProblem): string {
  return {
    tooLong: l10n.t('The link was not opened: it is too long.'),
    unreadable: l10n.t('The link was not opened: it contains invalid characters.'),
    unknown: l10n.t('The link was not opened: it does not lead to a work item.'),
    repeated: l10n.t('The link was not opened: it has a duplicate parameter.'),
    server: l10n.t('The link was not opened: the server address is not supported.'),
    workspace: l10n.t('The link was not opened: it does not specify a workspace.'),
    item: l10n.t('The link was not opened: it does not specify a work item.'),
  }[problem];
}

export interface LinkQuestion {
  readonly message: string;
  readonly detail: string;
  readonly acceptButton: string;
}

/**
 * Returns the question that is asked before a link is opened if the user has no account in its workspace, or if it
 * leads to the local workspace. `currentWorkspace` is the workspace that the user is signed in to.
 */
export function linkQuestion(
  link: ItemLink,
  currentWorkspace: { readonly workspace: string; readonly baseUrl: string } | undefined,
): LinkQuestion {
  if (link.baseUrl === undefined) {
    return {
      message: localWorkspaceQuestion(link.item),
      detail: currentWorkspace === undefined ? l10n.t('You are signed out.') : signedInText(currentWorkspace),
      acceptButton: l10n.t('Open Sample Workspace'),
    };
  }
  const server = serverName(link.baseUrl);
  const currentState =
    currentWorkspace === undefined
      ? l10n.t('You are signed out.')
      : `${signedInText(currentWorkspace)} ${l10n.t('You stay signed in there. Your key or token is not sent to the other server.')}`;
  const nothingSentText = l10n.t(
    'Nothing has been sent to {0}. Continue only if you know this server and expected the link.',
    server,
  );
  return {
    message: otherServerPrompt(link.item, link.workspace, server),
    detail: `${currentState}\n\n${nothingSentText}`,
    acceptButton: l10n.t('Sign In…'),
  };
}

/** Returns the question whether to switch to the account that is in the workspace of the link. */
export function switchQuestion(item: LinkedItem, account: string): string {
  return 'identifier' in item
    ? l10n.t('This link opens {0} in the workspace of another account. Switch to {1}?', item.identifier, account)
    : l10n.t('This link opens a work item in the workspace of another account. Switch to {0}?', account);
}

export function notFoundText(item: LinkedItem, workspace: string): string {
  return 'identifier' in item
    ? l10n.t('There is no work item {0} in “{1}”, or you have no access to it.', item.identifier, workspace)
    : l10n.t('The work item does not exist in “{0}”, or you have no access to it.', workspace);
}

function localWorkspaceQuestion(item: LinkedItem): string {
  return 'identifier' in item
    ? l10n.t('This link opens {0} in the sample workspace on this machine. Open the sample workspace?', item.identifier)
    : l10n.t('This link opens a work item in the sample workspace on this machine. Open the sample workspace?');
}

function otherServerPrompt(item: LinkedItem, workspace: string, server: string): string {
  return 'identifier' in item
    ? l10n.t(
        'This link opens {0} in the workspace “{1}” at {2}. Sign in there to open it?',
        item.identifier,
        workspace,
        server,
      )
    : l10n.t('This link opens a work item in the workspace “{0}” at {1}. Sign in there to open it?', workspace, server);
}

function signedInText({ workspace, baseUrl }: { readonly workspace: string; readonly baseUrl: string }): string {
  return l10n.t('You are signed in to the workspace “{0}” at {1}.', workspace, serverName(baseUrl));
}

export function linkFormatLabel(format: LinkFormat): string {
  return {
    web: l10n.t('Web Address'),
    editor: l10n.t('VS Code Link'),
    markdown: l10n.t('Markdown'),
  }[format];
}

/** `identifier` is used only if `count` is 1. It is then the identifier of the work item. */
export function linkPickerTitle(identifier: string, count: number): string {
  if (count === 1) return l10n.t('Copy Link to {0}', identifier);
  return plural(count, {
    one: l10n.t('Copy Link to {0} Work Item', formatCount(count)),
    other: l10n.t('Copy Links to {0} Work Items', formatCount(count)),
  });
}

/** `identifier` is used only if `count` is 1. It is then the identifier of the work item. */
export function copiedText(format: LinkFormat, identifier: string, count: number): string {
  return count === 1 ? copiedOneText(format, identifier) : copiedManyText(format, count);
}

function copiedOneText(format: LinkFormat, identifier: string): string {
  return {
    web: l10n.t('Copied the web address of {0}', identifier),
    editor: l10n.t('Copied the VS Code link of {0}', identifier),
    markdown: l10n.t('Copied the Markdown link of {0}', identifier),
  }[format];
}

function copiedManyText(format: LinkFormat, count: number): string {
  const formattedCount = formatCount(count);
  return {
    web: plural(count, {
      one: l10n.t('Copied the web address of {0} work item', formattedCount),
      other: l10n.t('Copied the web addresses of {0} work items', formattedCount),
    }),
    editor: plural(count, {
      one: l10n.t('Copied the VS Code link of {0} work item', formattedCount),
      other: l10n.t('Copied the VS Code links of {0} work items', formattedCount),
    }),
    markdown: plural(count, {
      one: l10n.t('Copied the Markdown link of {0} work item', formattedCount),
      other: l10n.t('Copied the Markdown links of {0} work items', formattedCount),
    }),
  }[format];
}
