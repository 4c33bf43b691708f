// Creates a hostile repository in the workspace folder, opens it in VS Code, and signs in.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commands, extensions, Uri, workspace } from 'vscode';
import { Repositories } from '../../src/shell/git/repositories.ts';
import type { Repository } from '../../src/shell/git/repository.ts';
import { VscodePrompts } from '../../src/shell/prompts/vscodePrompts.ts';
import type { GitRepository } from '../support/gitRepository.ts';
import { makeHostileRepository, markerFilesIn } from '../support/hostileRepository.ts';
import { eventually } from './eventually.ts';

interface GitExtensionApi {
  openRepository(root: Uri): Promise<unknown>;
}

/**
 * Matches the marker files of programs that git runs even without Contrail, when VS Code reads the git status or checks
 * out a branch.
 */
const GIT_MARKER_FILE = /^git-/;

export class HostileSetup {
  readonly repositories = new Repositories(new VscodePrompts());
  readonly gitRepository: GitRepository;
  readonly #outsideFolder: string;

  /** `name` is the name of the repository's folder, and must be unique. */
  constructor(name: string, identifier: string) {
    const workspaceFolder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    this.#outsideFolder = join(workspaceFolder, '..', `beside-${name}`);
    const options = {
      attackerOrigin: 'http://evil.example',
      markerFolder: this.#marksFolder,
      secret: 'hostile-secret',
      identifier,
    };
    this.gitRepository = makeHostileRepository(join(workspaceFolder, name), options);
  }

  async open(): Promise<void> {
    await this.repositories.ready();
    const api = extensions.getExtension('vscode.git')?.exports.getAPI(1) as GitExtensionApi;
    await api.openRepository(Uri.file(this.gitRepository.folder));
    await eventually(() => this.repositories.of(Uri.file(this.gitRepository.folder))?.head !== undefined);
    await commands.executeCommand('contrail.openLocalWorkspace');
  }

  file(name: string): Uri {
    return Uri.file(join(this.gitRepository.folder, name));
  }

  get repository(): Repository {
    const repository = this.repositories.of(Uri.file(this.gitRepository.folder));
    if (repository === undefined) throw new Error('Git has not opened the hostile repository');
    return repository;
  }

  /** The names of the hostile programs that ran, except programs that git runs without Contrail. */
  get unexpectedMarkerFiles(): string[] {
    return markerFilesIn(this.#marksFolder, this.gitRepository.folder).filter((mark) => !GIT_MARKER_FILE.test(mark));
  }

  async close(): Promise<void> {
    this.repositories.dispose();
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const folder of [this.gitRepository.folder, this.#outsideFolder])
      rmSync(folder, { recursive: true, force: true });
  }

  get #marksFolder(): string {
    return join(this.#outsideFolder, 'marks');
  }
}
