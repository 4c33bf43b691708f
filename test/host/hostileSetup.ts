// Sets up a hostile repository in the folder of the host tests, opened by VS Code's git, with the
// user signed in.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commands, extensions, Uri, workspace } from 'vscode';
import { Repositories } from '../../src/workbench/git/repositories.ts';
import type { Repository } from '../../src/workbench/git/repository.ts';
import type { GitRepository } from '../support/gitRepository.ts';
import { makeHostileRepository, marksIn } from '../support/hostileRepository.ts';
import { eventually } from './eventually.ts';

interface OpensRepositories {
  openRepository(root: Uri): Promise<unknown>;
}

/** Programs that git itself runs when VS Code requests the status of a folder or checks out a branch. */
const GITS_OWN = /^git-/;

export class HostileGround {
  readonly repositories = new Repositories();
  readonly made: GitRepository;
  readonly #beside: string;

  /** `name` must be unique: it is the name of the folder. */
  constructor(name: string, identifier: string) {
    const top = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    this.#beside = join(top, '..', `beside-${name}`);
    const options = { evil: 'http://evil.example', marks: this.#marks, secret: 'hostile-secret', identifier };
    this.made = makeHostileRepository(join(top, name), options);
  }

  async open(): Promise<void> {
    await this.repositories.ready();
    const api = extensions.getExtension('vscode.git')?.exports.getAPI(1) as OpensRepositories;
    await api.openRepository(Uri.file(this.made.folder));
    await eventually(() => this.repositories.of(Uri.file(this.made.folder))?.head !== undefined);
    await commands.executeCommand('contrail.openLocalWorkspace');
  }

  file(name: string): Uri {
    return Uri.file(join(this.made.folder, name));
  }

  get repository(): Repository {
    const repository = this.repositories.of(Uri.file(this.made.folder));
    if (repository === undefined) throw new Error('Git has not opened the hostile repository');
    return repository;
  }

  /** The names of the programs that ran, except those that git itself runs. */
  get marks(): string[] {
    return marksIn(this.#marks, this.made.folder).filter((mark) => !GITS_OWN.test(mark));
  }

  async close(): Promise<void> {
    this.repositories.dispose();
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const folder of [this.made.folder, this.#beside]) rmSync(folder, { recursive: true, force: true });
  }

  get #marks(): string {
    return join(this.#beside, 'marks');
  }
}
