// Opens the sample folder, whose code belongs to the sample workspace, and shows what to try in it.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Profile } from '../../../core/session/accounts/account.ts';
import { alwaysAvailable, signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS, VIEWS, WALKTHROUGHS } from '../../../shell/commands/contributions.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import type { Clock } from '../../../std/clock.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { SampleFolderOutcome } from '../createSampleFolder.ts';
import type { SampleCode } from '../sampleCommits.ts';
import type { SampleFolderPlaces } from '../sampleFolderPlaces.ts';
import type { SampleFolderWindow } from './sampleFolderWindow.ts';

export interface SampleFolderDeps {
  readonly prompts: Prompts;
  /** `service` is `local` for the sample workspace. */
  readonly sessions: { readonly current: { readonly profile: Pick<Profile, 'service'> } | undefined };
  readonly clock: Pick<Clock, 'now'>;
  readonly places: SampleFolderPlaces;
  readonly window: SampleFolderWindow;
  /** False in a browser, where no repository can be created. */
  readonly canRunPrograms: boolean;
  /** Resolves with the path or name of the program git, or with undefined if there is none. */
  readonly findGit: () => Promise<string | undefined>;
  readonly openSampleWorkspace: () => Promise<void>;
  /** The id of this extension. */
  readonly extensionId: string;
}

const DESKTOP_ONLY = () =>
  l10n.t(
    'The sample folder is a Git repository, and git does not run in a browser. Use VS Code on the desktop for this step.',
  );

/** The argument of the command with which the user chooses the location of a new sample folder. */
const CHOOSE_LOCATION = 'chooseLocation';

/** Creates the commands of the sample folder. `offer` asks the user whether to open the folder. */
export function createSampleFolderFeature(deps: SampleFolderDeps) {
  return {
    commands: {
      [COMMANDS.openSampleFolder]: alwaysAvailable((target) => openSampleFolder(deps, target === CHOOSE_LOCATION)),
      [COMMANDS.showFiveThings]: alwaysAvailable(() => showFiveThings(deps)),
      [COMMANDS.commentOnSampleCode]: signedIn(() =>
        tryWithCode(deps, async () => (await loadContent()).CODE_TO_COMMENT, COMMANDS.commentWithCode),
      ),
      [COMMANDS.createFromSampleTodo]: signedIn(() =>
        tryWithCode(deps, async () => (await loadContent()).CODE_WITH_TODO, COMMANDS.createFromCode),
      ),
    },
    offer: () => offerSampleFolder(deps),
  };
}

/** The files of the sample folder are loaded when they are needed, and never at activation. */
function loadContent() {
  return import('../sampleCommits.ts');
}

/** Shows a notification that offers the folder, unless it is open in this window or cannot be created. */
async function offerSampleFolder({ prompts, places, window, canRunPrograms }: SampleFolderDeps): Promise<void> {
  if (!canRunPrograms) return;
  if (window.folder !== undefined && places.includes(window.folder)) return;
  const openButton = l10n.t('Open Sample Folder');
  const chooseButton = l10n.t('Choose Location…');
  const chosenButton = await prompts.notify(
    'info',
    l10n.t('The sample workspace is open. To link code and to start work, open the folder with its code, too.'),
    openButton,
    chooseButton,
  );
  if (chosenButton === openButton) await prompts.runCommand(COMMANDS.openSampleFolder);
  if (chosenButton === chooseButton) await prompts.runCommand(COMMANDS.openSampleFolder, CHOOSE_LOCATION);
}

async function openSampleFolder(deps: SampleFolderDeps, choosesLocation: boolean): Promise<void> {
  const { prompts, places, window } = deps;
  if (!deps.canRunPrograms) {
    await prompts.notify('info', DESKTOP_ONLY());
    return;
  }
  const path = choosesLocation ? await chooseLocation(deps) : places.latestPath;
  if (path === undefined) return;
  const outcome = await create(deps, path);
  if (outcome === undefined) return;
  if (path !== places.defaultPath) await places.remember(path);
  if (outcome === 'withoutGit') {
    const openButton = l10n.t('Open Without Git');
    const message = l10n.t(
      "Git can't be run, so the sample folder has no repository: code can't be linked in it, and work can't be started. To get the repository, install Git, delete {0}, and open the sample folder again.",
      path,
    );
    if ((await prompts.notify('warning', message, openButton)) !== openButton) return;
  }
  await window.openFolder(path);
}

/** Resolves with undefined if the user cancels or the location can't be used, which a message explains. */
async function chooseLocation({
  prompts,
  places,
  window,
}: Pick<SampleFolderDeps, 'prompts' | 'places' | 'window'>): Promise<string | undefined> {
  const parent = await window.chooseFolder();
  if (parent === undefined) return undefined;
  const path = places.pathIn(parent);
  if (isInRepository(parent)) {
    void prompts.notify('warning', l10n.t('{0} is in a Git repository. Choose another location.', parent));
    return undefined;
  }
  if (existsSync(path) && !places.includes(path)) {
    void prompts.notify('warning', l10n.t('{0} already exists. Choose another location.', path));
    return undefined;
  }
  return path;
}

function isInRepository(folder: string): boolean {
  const parent = dirname(folder);
  return existsSync(join(folder, '.git')) || (parent !== folder && isInRepository(parent));
}

/** Resolves with undefined if the folder can't be written, which a message explains. */
async function create(
  { prompts, clock, findGit }: SampleFolderDeps,
  path: string,
): Promise<SampleFolderOutcome | undefined> {
  const { createSampleFolder } = await import('../createSampleFolder.ts');
  const git = await findGit();
  try {
    return await prompts.progress({ title: l10n.t('Creating the sample folder…'), location: 'window' }, () =>
      createSampleFolder(path, { git, now: clock.now() }),
    );
  } catch (error) {
    void prompts.notify('error', l10n.t('The sample folder could not be created ({0}).', errorMessage(error)));
    return undefined;
  }
}

/** Opens the sample workspace, and shows its work items beside the walkthrough. */
async function showFiveThings({
  prompts,
  sessions,
  places,
  window,
  openSampleWorkspace,
  extensionId,
}: SampleFolderDeps): Promise<void> {
  if (sessions.current?.profile.service !== 'local') await openSampleWorkspace();
  await prompts.runCommand(`${VIEWS.myWork}.focus`);
  await window.showWalkthrough(`${extensionId}#${WALKTHROUGHS.fiveThings}`);
  await places.rememberShown();
}

/** Shows the code and runs the command on it. In a window without the sample folder, offers to open the folder. */
async function tryWithCode(
  { prompts, places, window, canRunPrograms }: SampleFolderDeps,
  loadCode: () => Promise<SampleCode>,
  command: typeof COMMANDS.commentWithCode | typeof COMMANDS.createFromCode,
): Promise<void> {
  const { folder } = window;
  if (folder !== undefined && places.includes(folder)) {
    await window.showCode(folder, await loadCode());
    await prompts.runCommand(command);
    return;
  }
  if (!canRunPrograms) {
    await prompts.notify('info', DESKTOP_ONLY());
    return;
  }
  const openButton = l10n.t('Open Sample Folder');
  const message = l10n.t('This step needs the sample folder, which is not open in this window.');
  if ((await prompts.notify('info', message, openButton)) === openButton)
    await prompts.runCommand(COMMANDS.openSampleFolder);
}
