// Messages about links from outside. None of them repeats text of a rejected link.
import * as l10n from '@vscode/l10n';
import type { ItemLink, LinkedItem, LinkProblem } from '../../../session/editorAddress.ts';
import { serverName } from '../../../session/webAddress.ts';

export function linkProblemText(problem: LinkProblem): string {
  switch (problem) {
    case 'tooLong':
      return l10n.t('The link was not opened: it is too long.');
    case 'unreadable':
      return l10n.t('The link was not opened: it has characters out of place.');
    case 'unknown':
      return l10n.t('The link was not opened: it leads to no work item.');
    case 'repeated':
      return l10n.t('The link was not opened: it says something twice.');
    case 'server':
      return l10n.t('The link was not opened: its server cannot be used.');
    case 'workspace':
      return l10n.t('The link was not opened: it names no workspace.');
    case 'item':
      return l10n.t('The link was not opened: it names no work item.');
    default:
      return problem satisfies never;
  }
}

export interface LinkQuestion {
  readonly message: string;
  readonly detail: string;
  readonly accept: string;
}

/**
 * Returns the question to ask before anything is sent because of a link that leads elsewhere. `here` is the workspace
 * that the user is signed in to.
 */
export function linkQuestion(
  link: ItemLink,
  here: { readonly workspace: string; readonly baseUrl: string } | undefined,
): LinkQuestion {
  const what = linkedItemWords(link.item);
  if (link.baseUrl === undefined) {
    return {
      message: l10n.t('A link leads to {0} in the local workspace on this machine. Open the local workspace?', what),
      detail:
        here === undefined ? l10n.t('Nobody is signed in.') : l10n.t('You are signed in to {0}.', placeWords(here)),
      accept: l10n.t('Open Local Workspace'),
    };
  }
  const place = placeWords({ workspace: link.workspace, baseUrl: link.baseUrl });
  const now =
    here === undefined
      ? l10n.t('Nobody is signed in.')
      : l10n.t(
          'You are signed in to {0}. The key for it is not sent there, and is forgotten once you have signed in elsewhere.',
          placeWords(here),
        );
  return {
    message: l10n.t('A link leads to {0} in {1}. Sign in there to open it?', what, place),
    detail: l10n.t(
      '{0}\n\nNothing has been sent to {1}. Go on only if you know it and expected this link.',
      now,
      serverName(link.baseUrl),
    ),
    accept: l10n.t('Sign In…'),
  };
}

export function notFoundText(item: LinkedItem, workspace: string): string {
  const name = 'identifier' in item ? item.identifier : l10n.t('such work item');
  return l10n.t('There is no {0} in “{1}”, or you may not see it.', name, workspace);
}

function linkedItemWords(item: LinkedItem): string {
  return 'identifier' in item ? item.identifier : l10n.t('a work item');
}

function placeWords({ workspace, baseUrl }: { readonly workspace: string; readonly baseUrl: string }): string {
  return l10n.t('the workspace “{0}” at {1}', workspace, serverName(baseUrl));
}
