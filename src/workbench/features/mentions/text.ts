// Registers the providers for mentions in text: links, hovers, completion and states.
import { Disposables } from '../../../std/disposable.ts';
import { registerCompletion } from './completion.ts';
import type { MentionDeps } from './deps.ts';
import { registerDocumentLinks } from './documentLinks.ts';
import { registerHover } from './hover.ts';
import { feedPreview } from './previewSource.ts';
import { registerStates } from './states.ts';
import { registerTerminalLinks } from './terminalLinks.ts';

export function registerText(deps: MentionDeps): Disposables {
  const disposables = new Disposables();
  const registrations = [
    registerDocumentLinks,
    registerHover,
    registerCompletion,
    registerStates,
    registerTerminalLinks,
    feedPreview,
  ];
  for (const register of registrations) disposables.add(register(deps));
  return disposables;
}
