// Messages about links from outside. None of them repeats text of a rejected link.
import type { ItemLink, LinkedItem, LinkProblem } from '../../../session/editorAddress.ts';
import { serverName } from '../../../session/webAddress.ts';

export function linkProblemText(problem: LinkProblem): string {
  switch (problem) {
    case 'tooLong':
      return 'The link was not opened: it is too long.';
    case 'unreadable':
      return 'The link was not opened: it has characters out of place.';
    case 'unknown':
      return 'The link was not opened: it leads to no work item.';
    case 'repeated':
      return 'The link was not opened: it says something twice.';
    case 'server':
      return 'The link was not opened: its server cannot be used.';
    case 'workspace':
      return 'The link was not opened: it names no workspace.';
    case 'item':
      return 'The link was not opened: it names no work item.';
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
      message: `A link leads to ${what} in the local workspace on this machine. Open the local workspace?`,
      detail: here === undefined ? 'Nobody is signed in.' : `You are signed in to ${placeWords(here)}.`,
      accept: 'Open Local Workspace',
    };
  }
  const place = placeWords({ workspace: link.workspace, baseUrl: link.baseUrl });
  const now =
    here === undefined
      ? 'Nobody is signed in.'
      : `You are signed in to ${placeWords(here)}. The key for it is not sent there, and is forgotten once you have signed in elsewhere.`;
  return {
    message: `A link leads to ${what} in ${place}. Sign in there to open it?`,
    detail: `${now}\n\nNothing has been sent to ${serverName(link.baseUrl)}. Go on only if you know it and expected this link.`,
    accept: 'Sign In…',
  };
}

export function notFoundText(item: LinkedItem, workspace: string): string {
  const name = 'identifier' in item ? item.identifier : 'such work item';
  return `There is no ${name} in “${workspace}”, or you may not see it.`;
}

function linkedItemWords(item: LinkedItem): string {
  return 'identifier' in item ? item.identifier : 'a work item';
}

function placeWords({ workspace, baseUrl }: { readonly workspace: string; readonly baseUrl: string }): string {
  return `the workspace “${workspace}” at ${serverName(baseUrl)}`;
}
