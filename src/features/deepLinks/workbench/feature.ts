// The command that copies links to work items.
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { type CopyCommandDeps, copyText } from './copyCommand.ts';
import { LinkCopier, type LinkCopierDeps } from './copying.ts';

export type DeepLinksDeps = Omit<CopyCommandDeps, 'linkCopier'> & LinkCopierDeps;

export function createDeepLinks(deps: DeepLinksDeps) {
  const copyDeps: CopyCommandDeps = { ...deps, linkCopier: new LinkCopier(deps) };
  return {
    commands: { [COMMANDS.copy]: signedIn((target, selection) => copyText(copyDeps, target, selection)) },
  };
}
