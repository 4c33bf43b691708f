// Registers the providers that show mentions in files, terminals and the Markdown preview: links, hovers, completion,
// and the states of the mentioned work items.
import { DisposableStore } from '../../../std/disposable.ts';
import type { MentionDeps } from '../deps.ts';
import { registerCompletion } from './completion.ts';
import { registerDocumentLinks } from './documentLinks.ts';
import { registerHover } from './hover.ts';
import { connectPreview } from './previewSource.ts';
import { registerMentionStates } from './states.ts';
import { registerTerminalLinks } from './terminalLinks.ts';

export function registerMentionProviders(deps: MentionDeps): DisposableStore {
  const disposables = new DisposableStore();
  const registerFunctions = [
    registerDocumentLinks,
    registerHover,
    registerCompletion,
    registerMentionStates,
    registerTerminalLinks,
    connectPreview,
  ];
  for (const register of registerFunctions) disposables.add(register(deps));
  return disposables;
}
