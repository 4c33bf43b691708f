// Tests the commands of the sample folder: the offer, the location, messages, and what a window with the folder shows.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SampleCode } from '../../../../src/features/sampleFolder/sampleCommits.ts';
import { SampleFolderPlaces } from '../../../../src/features/sampleFolder/sampleFolderPlaces.ts';
import { createSampleFolderFeature } from '../../../../src/features/sampleFolder/workbench/feature.ts';
import type { SampleFolderWindow } from '../../../../src/features/sampleFolder/workbench/sampleFolderWindow.ts';
import { COMMANDS, VIEWS, WALKTHROUGHS } from '../../../../src/shell/commands/contributions.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';
import { memento } from '../../support/signedInWindow.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A window, whose folder and dialogs the test sets. */
class SampleFolderSetup implements SampleFolderWindow {
  readonly home = temporaryFolder();
  readonly prompts = new ScriptedPrompts();
  readonly memory = memento();
  readonly places = this.placesOfWindow();
  readonly openedFolders: string[] = [];
  readonly shownCode: (readonly [folder: string, code: SampleCode])[] = [];
  readonly shownWalkthroughs: string[] = [];
  folder: string | undefined;
  /** The folder that the user chooses. */
  chosenFolder: string | undefined;
  git: string | undefined = 'git';
  canRunPrograms = true;
  service: 'local' | 'remote' | undefined;
  openedWorkspaces = 0;

  /** Returns what a window with another folder knows. */
  placesOfWindow(): SampleFolderPlaces {
    return new SampleFolderPlaces({
      globalStorage: join(this.home, 'storage'),
      memory: this.memory,
      windowMemory: memento(),
    });
  }

  get feature() {
    const current = this.service === undefined ? undefined : { profile: { service: this.service } };
    return createSampleFolderFeature({
      prompts: this.prompts,
      sessions: { current },
      clock: { now: () => NOW },
      places: this.places,
      window: this,
      canRunPrograms: this.canRunPrograms,
      findGit: async () => this.git,
      openSampleWorkspace: async () => {
        this.openedWorkspaces += 1;
      },
      extensionId: 'contrail.contrail',
    });
  }

  run(command: keyof ReturnType<typeof createSampleFolderFeature>['commands'], target?: unknown): Promise<void> {
    return this.feature.commands[command].run(target, undefined);
  }

  async openFolder(path: string): Promise<void> {
    this.openedFolders.push(path);
  }

  async chooseFolder(): Promise<string | undefined> {
    return this.chosenFolder;
  }

  async showCode(folder: string, code: SampleCode): Promise<void> {
    this.shownCode.push([folder, code]);
  }

  async showWalkthrough(id: string): Promise<void> {
    this.shownWalkthroughs.push(id);
  }
}

const setup = forEachTest(() => new SampleFolderSetup());
afterEach(() => rmSync(setup.home, { recursive: true, force: true }));

describe('The offer of the sample folder', () => {
  it.each([
    ['Open Sample Folder', [[COMMANDS.openSampleFolder]]],
    ['Choose Location…', [[COMMANDS.openSampleFolder, 'chooseLocation']]],
  ])('runs the command of the button %s', async (button, commands) => {
    const offer = setup.feature.offer();
    (await setup.prompts.message('The sample workspace is open.')).select(button);
    await offer;
    expect(setup.prompts.commands).toEqual(commands);
  });

  it('does nothing if the user closes it', async () => {
    const offer = setup.feature.offer();
    (await setup.prompts.message('The sample workspace is open.')).close();
    await offer;
    expect(setup.prompts.commands).toEqual([]);
  });

  it('is not shown in a browser, where the command says why it is not possible', async () => {
    setup.canRunPrograms = false;
    await setup.feature.offer();
    expect(setup.prompts.pending).toEqual([]);
    const command = setup.run(COMMANDS.openSampleFolder);
    (await setup.prompts.message('git does not run in a browser')).close();
    await command;
    expect(setup.openedFolders).toEqual([]);
  });

  it('is not shown in a window with the sample folder', async () => {
    setup.folder = setup.places.defaultPath;
    await setup.feature.offer();
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('The command Open Sample Folder', { timeout: 30_000 }, () => {
  it('creates the folder in the global storage, and opens it', async () => {
    await setup.run(COMMANDS.openSampleFolder);
    const path = join(setup.home, 'storage', 'sample', 'atlas-web');
    expect(setup.openedFolders).toEqual([path]);
    expect(existsSync(join(path, '.git'))).toBe(true);
    expect(setup.prompts.progressShown.map(({ title }) => title)).toEqual(['Creating the sample folder…']);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('opens the existing folder again, without a change', async () => {
    await setup.run(COMMANDS.openSampleFolder);
    const file = join(setup.places.defaultPath, 'mine.txt');
    writeFileSync(file, 'Mine');
    await setup.run(COMMANDS.openSampleFolder);
    expect(setup.openedFolders).toHaveLength(2);
    expect(existsSync(file)).toBe(true);
  });

  it('creates the folder in a location that the user chooses, and opens this one the next time', async () => {
    setup.chosenFolder = join(setup.home, 'code');
    mkdirSync(setup.chosenFolder);
    await setup.run(COMMANDS.openSampleFolder, 'chooseLocation');
    await setup.run(COMMANDS.openSampleFolder);
    await setup.run(COMMANDS.openSampleFolder, 'chooseLocation');
    const path = join(setup.home, 'code', 'atlas-web');
    expect(setup.openedFolders).toEqual([path, path, path]);
    expect(setup.placesOfWindow().includes(path)).toBe(true);
    expect(existsSync(setup.places.defaultPath)).toBe(false);
  });

  it('opens nothing if the user chooses no location', async () => {
    await setup.run(COMMANDS.openSampleFolder, 'chooseLocation');
    expect([setup.openedFolders, setup.prompts.pending]).toEqual([[], []]);
  });

  it('writes nothing into a Git repository', async () => {
    setup.chosenFolder = join(setup.home, 'clone', 'deep');
    mkdirSync(join(setup.home, 'clone', '.git'), { recursive: true });
    mkdirSync(setup.chosenFolder);
    await setup.run(COMMANDS.openSampleFolder, 'chooseLocation');
    await setup.prompts.message(`${setup.chosenFolder} is in a Git repository. Choose another location.`);
    expect(existsSync(join(setup.chosenFolder, 'atlas-web'))).toBe(false);
    expect(setup.openedFolders).toEqual([]);
  });

  it('does not open another folder of the same name', async () => {
    setup.chosenFolder = setup.home;
    mkdirSync(join(setup.home, 'atlas-web'));
    await setup.run(COMMANDS.openSampleFolder, 'chooseLocation');
    await setup.prompts.message('already exists. Choose another location.');
    expect([setup.openedFolders, setup.placesOfWindow().includes(join(setup.home, 'atlas-web'))]).toEqual([[], false]);
  });

  it('explains that Git is missing before it opens the folder, whose files exist', async () => {
    setup.git = undefined;
    const command = setup.run(COMMANDS.openSampleFolder);
    const warning = await setup.prompts.message("Git can't be run, so the sample folder has no repository");
    expect([warning.kind, setup.openedFolders]).toEqual(['warning', []]);
    warning.select('Open Without Git');
    await command;
    expect(setup.openedFolders).toEqual([setup.places.defaultPath]);
    expect(existsSync(join(setup.places.defaultPath, 'src', 'board.js'))).toBe(true);
  });

  it('shows why the folder could not be created', async () => {
    writeFileSync(join(setup.home, 'storage'), 'A file in place of the folder');
    await setup.run(COMMANDS.openSampleFolder);
    const error = await setup.prompts.message('The sample folder could not be created (');
    expect([error.kind, setup.openedFolders]).toEqual(['error', []]);
  });
});

describe('The command that a new window with the sample folder runs', () => {
  it.each([undefined, 'remote'] as const)('opens the sample workspace if the account is %s', async (service) => {
    setup.service = service;
    await setup.run(COMMANDS.showFiveThings);
    expect(setup.openedWorkspaces).toBe(1);
  });

  it('shows the side bar and the walkthrough, and remembers that', async () => {
    setup.service = 'local';
    expect(setup.places.hasShownFiveThings).toBe(false);
    await setup.run(COMMANDS.showFiveThings);
    expect(setup.prompts.commands).toEqual([[`${VIEWS.myWork}.focus`]]);
    expect(setup.shownWalkthroughs).toEqual([`contrail.contrail#${WALKTHROUGHS.fiveThings}`]);
    expect([setup.openedWorkspaces, setup.places.hasShownFiveThings]).toEqual([0, true]);
  });
});

describe('A step with code', () => {
  const steps = [
    [COMMANDS.commentOnSampleCode, 'src/board.js', COMMANDS.commentWithCode],
    [COMMANDS.createFromSampleTodo, 'src/dates.js', COMMANDS.createFromCode],
  ] as const;

  it.each(steps)('%s shows %s, and then runs %s', async (step, path, command) => {
    setup.folder = setup.places.defaultPath;
    await setup.run(step);
    expect(setup.shownCode.map(([folder, code]) => [folder, code.path])).toEqual([[setup.folder, path]]);
    expect(setup.prompts.commands).toEqual([[command]]);
  });

  it.each(steps)('%s offers the sample folder in another window', async (step) => {
    setup.folder = setup.home;
    const command = setup.run(step);
    (await setup.prompts.message('This step needs the sample folder')).select('Open Sample Folder');
    await command;
    expect([setup.shownCode, setup.prompts.commands]).toEqual([[], [[COMMANDS.openSampleFolder]]]);
  });
});

describe('SampleFolderPlaces', () => {
  it('ignores what is stored if it is no list of paths', async () => {
    await setup.memory.update('sampleFolders', [12, 'x']);
    expect([setup.places.includes('x'), setup.places.latestPath]).toEqual([true, 'x']);
    await setup.memory.update('sampleFolders', 'x');
    expect([setup.places.includes('x'), setup.places.latestPath]).toEqual([false, setup.places.defaultPath]);
  });
});
