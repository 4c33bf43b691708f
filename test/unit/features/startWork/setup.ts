// Sets up tests of work on a work item: a signed-in session, real git repositories and scripted prompts.
import { join } from 'node:path';
import { parseCodeHosts } from '../../../../src/core/code/permalink.ts';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import type { Session, Sessions } from '../../../../src/core/session/session.ts';
import { QuickEditRunner } from '../../../../src/features/quickEdit/quickEditRunner.ts';
import type { CurrentItemMemento } from '../../../../src/features/startWork/workbench/deps.ts';
import type { FinishDeps } from '../../../../src/features/startWork/workbench/finishWork.ts';
import { CurrentWork } from '../../../../src/features/startWork/workbench/work.ts';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { chooseRepository, type RepositoryChoice } from '../../../../src/shell/git/chooseRepository.ts';
import type { GitUnavailableReason } from '../../../../src/shell/git/gitUnavailable.ts';
import type { Repository } from '../../../../src/shell/git/repository.ts';
import type { ChosenItem } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import type { OnBack } from '../../../../src/shell/prompts/ask.ts';
import type { Disposable } from '../../../../src/std/disposable.ts';
import { Emitter } from '../../../../src/std/event.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import type { FakeClock } from '../../../support/clock.ts';
import { answerWith, type FaultProxy, openFaultProxy } from '../../../support/faultProxy.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import { OpenedRepository } from '../../../support/openedRepository.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { answersFor, SessionsSetup } from '../../core/session/setup.ts';

const STATES = ['Backlog', 'Todo', 'In Progress', 'In Review', 'Done', 'Cancelled'];

/** The repositories of a window. If there is none, `unavailable` is the reason. */
class WindowRepositories {
  readonly openedRepositories: OpenedRepository[] = [];
  unavailable: GitUnavailableReason = 'noFolder';
  /** The repository that contains the active file. */
  repositoryOfActiveFile: Repository | undefined;
  readonly #prompts: ScriptedPrompts;
  readonly #changed = new Emitter<void>();
  readonly #statusUpdated = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly onDidUpdateStatus = this.#statusUpdated.event;

  constructor(prompts: ScriptedPrompts) {
    this.#prompts = prompts;
  }

  get all(): readonly Repository[] {
    return this.openedRepositories.map(({ repository }) => repository);
  }

  get active(): Repository | undefined {
    return this.all.length === 1 ? this.all[0] : this.all.find(({ isSelected }) => isSelected);
  }

  findByKey(key: string): Repository | undefined {
    return this.all.find((repository) => repository.key === key);
  }

  /** Resolves when git has scanned the folders. */
  scanned = Promise.resolve();

  async ready(): Promise<GitUnavailableReason | undefined> {
    await this.scanned;
    return this.openedRepositories.length === 0 ? this.unavailable : undefined;
  }

  async choose(title: string, { onBack }: { readonly onBack?: OnBack | undefined } = {}): Promise<RepositoryChoice> {
    const candidates = {
      unavailableReason: await this.ready(),
      repositories: this.all,
      repositoryOfFile: this.repositoryOfActiveFile,
      relativePath: ({ path }: { readonly path: string }) => path.slice(path.lastIndexOf('/') + 1),
    };
    return chooseRepository(this.#prompts, title, candidates, onBack);
  }

  add(git: GitRepository): OpenedRepository {
    const opened = new OpenedRepository(git);
    opened.state.onDidChange(() => {
      this.#changed.fire();
      this.#statusUpdated.fire();
    });
    this.openedRepositories.push(opened);
    this.#changed.fire();
    return opened;
  }
}

/** A memento that stores the values of a workspace in memory. */
class WorkspaceMemento implements CurrentItemMemento {
  readonly #values = new Map<string, unknown>();

  get<T>(key: string, defaultValue: T): T {
    return (this.#values.get(key) as T | undefined) ?? defaultValue;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
}

export class WorkSetup implements AsyncDisposable {
  readonly prompts = new ScriptedPrompts();
  readonly repositories = new WindowRepositories(this.prompts);
  /** The identifier of the current work item in My Work. */
  shownCurrentIdentifier: string | undefined;
  /** The identifiers of the recently used work items. */
  readonly recents: (string | undefined)[] = [];
  readonly settings = {
    branchTemplate: '${identifier}-${slug}',
    baseBranch: '',
    commitTemplate: '${identifier}: ',
    worktreeFolder: '',
  };
  /** The branches that comments with a summary were drafted for. */
  readonly summaries: { readonly base: string | undefined; readonly branch: string; readonly commit: string }[] = [];
  /** The folders that were opened in new windows. */
  readonly openedFolders: string[] = [];
  /** The number of files in editors that are not saved. */
  unsavedCount = 0;
  /** The setting contrail.code.hosts. */
  readonly codeHosts: Record<string, unknown> = {};
  /** The command of an installed extension that creates pull requests. */
  pullRequestCommand: string | undefined;
  readonly proxy: FaultProxy;
  readonly session: Session;
  readonly work: CurrentWork;
  readonly #server: RunningServer;
  readonly #sessions: SessionsSetup;
  readonly #following: Disposable;
  readonly #quickEdits: QuickEditRunner;

  private constructor(
    server: RunningServer,
    proxy: FaultProxy,
    setup: SessionsSetup,
    sessions: Sessions,
    scanned: Promise<void>,
  ) {
    this.repositories.scanned = scanned;
    if (sessions.current === undefined) throw new Error('Signing in failed');
    this.#server = server;
    this.proxy = proxy;
    this.#sessions = setup;
    this.session = sessions.current;
    const mentionResolver = new MentionResolver(
      this.session.store,
      { read: () => [], write: (projects) => void projects },
      setup.clock,
    );
    this.#quickEdits = new QuickEditRunner(silentLogger, setup.clock, this.prompts);
    this.work = new CurrentWork(this.#deps(sessions, mentionResolver));
    this.#following = this.work.follow(this.session, mentionResolver);
  }

  /** Starts a server and signs in to it through a proxy. Git is ready when `scanned` resolves. */
  static async open(scanned = Promise.resolve()): Promise<WorkSetup> {
    const server = await startSampleServer();
    const proxy = await openFaultProxy(server.baseUrl);
    const setup = await SessionsSetup.open();
    const { sessions } = setup.window();
    await sessions.signIn(answersFor(server, { baseUrl: proxy.url }), new AbortController().signal);
    return new WorkSetup(server, proxy, setup, sessions, scanned);
  }

  /** The clock of the session, whose client waits between its attempts. */
  get clock(): FakeClock {
    return this.#sessions.clock;
  }

  /** Creates a repository with one commit on `main`, lets `prepare` change it, and opens it in the window. */
  openRepository(prepare: (git: GitRepository) => void = () => undefined, name = 'atlas'): OpenedRepository {
    const git = GitRepository.createWithReadme(join(this.#sessions.folder, name));
    prepare(git);
    return this.repositories.add(git);
  }

  /** A folder for repositories, which is deleted after the test. */
  get folder(): string {
    return this.#sessions.folder;
  }

  /** Returns the work item of Atlas Web with this number. */
  item(number: number): ChosenItem {
    return { session: this.session, address: { project: sample.project('WEB'), id: sample.workItem('WEB', number) } };
  }

  /** Opens a repository with this branch, and makes the work item the current one, with the base branch `main`. */
  async openWithCurrentItem(number: number, branch = `web-${number}-begun`): Promise<OpenedRepository> {
    const opened = this.openRepository((git) => git.run('checkout', '--quiet', '-b', branch));
    await this.setCurrentItem(number, opened.repository, 'main');
    return opened;
  }

  async setCurrentItem(number: number, repository: Repository | undefined, base?: string): Promise<void> {
    const { address } = this.item(number);
    const { name } = await this.session.store.resources.workItems.readOne(address.id, address.project);
    const item = { ...address, identifier: `WEB-${number}`, name, ...(base === undefined ? {} : { base }) };
    await this.work.currentItems.storeCurrent(this.session, repository, item);
  }

  /** Asks the server for the work item. Returns the name of its state, and whether it is assigned to the user. */
  async itemOnServer(number: number): Promise<{ readonly state: string | undefined; readonly isMine: boolean }> {
    const { state, assignees } = (await (await this.#requestItem(number)).json()) as {
      state: string;
      assignees: readonly string[];
    };
    return {
      state: STATES.find((name) => sample.state('WEB', name) === state),
      isMine: assignees.includes(this.session.me.id),
    };
  }

  /** Changes fields of the work item as another user. */
  async changeOnServer(number: number, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const { ok, status } = await this.#requestItem(number, { method: 'PATCH', body: JSON.stringify(fields) });
    if (!ok) throw new Error(`The server answered ${status}.`);
  }

  /** Lets the server reject changes of the work item, at most `times` times. */
  rejectChanges(number: number, times?: number): void {
    const fault = answerWith(400, { error: 'No' });
    this.proxy.inject(
      (method, path) => method === 'PATCH' && path.includes(this.item(number).address.id),
      fault,
      times,
    );
  }

  /** Lets the server respond to changes of the work item with its unchanged values. */
  async ignoreChanges(number: number): Promise<void> {
    const { address } = this.item(number);
    const response = await this.#requestItem(number);
    const fault = answerWith(200, await response.json());
    this.proxy.inject((method, path) => method === 'PATCH' && path.includes(address.id), fault);
  }

  /** The number of requests that change a record. */
  get changeRequestCount(): number {
    return this.proxy.matchingRequests((method) => method !== 'GET').length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#following.dispose();
    await this.#sessions[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
    await this.#server.stop();
  }

  #requestItem(
    number: number,
    request: { readonly method: string; readonly body?: string } = { method: 'GET' },
  ): Promise<Response> {
    const { baseUrl, workspace, apiKey } = this.#server;
    const { project, id } = this.item(number).address;
    return fetch(`${baseUrl}/api/v1/workspaces/${workspace}/projects/${project}/work-items/${id}/`, {
      ...request,
      headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    });
  }

  #deps(sessions: Sessions, mentionResolver: MentionResolver): FinishDeps {
    return {
      prompts: this.prompts,
      commentWithSummary: async ({ base }, { branch, commit }) => void this.summaries.push({ base, branch, commit }),
      codeHosts: () => parseCodeHosts(this.codeHosts),
      saveCodeHost: async (host, type, url) => void Object.assign(this.codeHosts, { [host]: { type, url } }),
      openFolder: async (path) => void this.openedFolders.push(path),
      unsavedCount: () => this.unsavedCount,
      pullRequestCommand: () => this.pullRequestCommand,
      sessions,
      items: {
        remember: async ({ session, address }) => void this.recents.push(session.store.identifier(address)),
        suggest: () => ({ dispose: () => undefined }),
      },
      views: {
        showCurrentItem: (account, item) => {
          if (account === this.session.account) this.shownCurrentIdentifier = item?.identifier;
        },
      },
      repositories: this.repositories,
      onDidChangeActiveFile: new Emitter<void>().event,
      memory: new WorkspaceMemento(),
      settings: {
        branchTemplate: () => this.settings.branchTemplate,
        baseBranch: () => this.settings.baseBranch,
        worktreeFolder: () => this.settings.worktreeFolder,
        commitTemplate: () => this.settings.commitTemplate,
      },
      clock: this.#sessions.clock,
      logger: silentLogger,
      mentions: { resolver: mentionResolver },
      applyConfirmed: (...change) => this.#quickEdits.applyConfirmed(...change),
      withProgress: ({ title, isCancellable = true }, work) =>
        this.prompts.progress({ title, location: 'notification', isCancellable }, (_, signal) =>
          work(signal, () => undefined),
        ),
    };
  }
}
