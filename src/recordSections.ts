// Puts together the sections of a record's page that are features of their own: the composer, what a record contains, and
// for a work item comment edits, files, activity, relations, links, sub-items and code.

import * as l10n from '@vscode/l10n';
import { keyOf } from './core/cache/address.ts';
import type { Store } from './core/cache/store/store.ts';
import { activityView } from './features/activity/activityView.ts';
import { ItemFiles } from './features/attachments/files.ts';
import { Pictures } from './features/attachments/pictures.ts';
import { CommentEdits } from './features/comments/commentEdits.ts';
import { CommentComposer } from './features/comments/composer.ts';
import { RelationsAndLinks } from './features/relations/relationsAndLinks.ts';
import { PageContents } from './features/subItems/contents.ts';
import { PageSubItems } from './features/subItems/pageSubItems.ts';
import { DelayedDeletions } from './items/edits/delayedDeletions.ts';
import type { DiscussionAnswer, DiscussionMessage } from './shell/protocol/discussionSections.ts';
import type { PageModel } from './shell/protocol/messages.ts';
import type { DiscussionSections, RecordSections } from './shell/sections/pageSections.ts';
import type { CodeSection, DiscussionDeps } from './shell/sections/sectionDeps.ts';
import type { Disposable } from './std/disposable.ts';
import { handleByType, type MessageTable } from './std/objects/messageTable.ts';

/** Returns what a page creates its sections with. */
export function recordSections(window: Pick<DiscussionDeps, 'files' | 'createCodeSection'>): RecordSections {
  return {
    createComposer: (deps) => new CommentComposer(deps),
    createContents: (deps) => new PageContents(deps),
    createDiscussion: (deps) => new Discussion({ ...deps, ...window }),
  };
}

class Discussion implements DiscussionSections {
  readonly #deps: DiscussionDeps;
  readonly #deletions: DelayedDeletions;
  readonly #edits: CommentEdits;
  readonly #files: ItemFiles;
  readonly #pictures: Pictures;
  readonly #code: CodeSection;
  /** The description whose lines of code the section has looked for. */
  #description: string | undefined;
  readonly #linked: RelationsAndLinks;
  readonly #subItems: PageSubItems;
  #isActivityShown = false;
  #isDisposed = false;

  readonly #handlers: MessageTable<DiscussionMessage, Promise<DiscussionAnswer> | DiscussionAnswer | undefined | void> =
    {
      editComment: ({ id, html }) => this.#edits.edit(id, html),
      saveComment: async ({ id }) => toDiscussionAnswer(await this.#edits.save(id)),
      deleteComment: ({ id }) => this.#deleteComment(id),
      undoDeletion: ({ id }) => this.#deletions.undo(id),
      showAttachments: () => this.#read((store) => store.attachments.list(this.#deps.address).read()),
      moreAttachments: () => this.#read((store) => store.attachments.list(this.#deps.address).loadMore()),
      showActivity: () => {
        this.#showActivity(true);
        return this.#read(({ activities }) => {
          const list = activities.list(this.#deps.address);
          return list.state.status === 'ready' ? list.reload() : list.read();
        });
      },
      hideActivity: () => this.#showActivity(false),
      moreActivity: () => this.#read((store) => store.activities.list(this.#deps.address).loadMore()),
      showLinked: () => this.#read((store) => this.#linked.read(store)),
      moreLinks: () => this.#read((store) => store.links.list(this.#deps.address).loadMore()),
      picture: ({ source, isExternal }) => this.#pictures.get(source, isExternal),
      attachFiles: () => this.#files.choose(),
      attachBytes: ({ name, mediaType, bytes }) => this.#files.attachBytes(name, mediaType, bytes),
      retryUpload: ({ id }) => this.#files.retry(id),
      cancelUpload: ({ id }) => this.#files.cancel(id),
      openAttachment: ({ id }) => this.#files.open(id),
      saveAttachment: ({ id }) => this.#files.save(id),
      deleteAttachment: ({ id }) => this.#files.remove(id),
      showCode: (message) => this.#code.handleMessage(message),
      readKnownCode: (message) => this.#code.handleMessage(message),
      hideCode: (message) => this.#code.handleMessage(message),
      searchMentions: (message) => this.#code.handleMessage(message),
      cancelMentions: (message) => this.#code.handleMessage(message),
      listMentions: (message) => this.#code.handleMessage(message),
      openCode: (message) => this.#code.handleMessage(message),
      editSubItem: ({ name }) => this.#subItems.edit(name),
      addSubItem: ({ name }) => this.#subItems.create(name),
      openSubItem: (message) => this.#subItems.act(message),
      moveOutSubItem: (message) => this.#subItems.act(message),
    };

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
    this.#deletions = new DelayedDeletions(deps.clock, deps.changed);
    this.#edits = new CommentEdits(deps, this.#deletions);
    this.#files = new ItemFiles(deps, this.#deletions);
    this.#pictures = new Pictures(deps);
    this.#subItems = new PageSubItems(deps);
    this.#code = deps.createCodeSection(deps.address, deps.changed);
    this.#linked = new RelationsAndLinks(deps);
  }

  addToModel(model: PageModel): PageModel {
    return {
      ...model,
      comments: this.#edits.withoutDeleted(model.comments),
      subItems: this.#subItems.view(),
      discussion: {
        comments: model.isCommentingForbidden === true ? { ...this.#edits.view(), mine: [] } : this.#edits.view(),
        attachments: this.#files.view(),
        activity: activityView(this.#deps, this.#isActivityShown),
        ...this.#linked.view(),
        code: this.#code.view(),
      },
    };
  }

  get hasUnsentText(): boolean {
    const { edits = {}, subItem } = this.#deps.draftStore.get(this.#deps.key) ?? {};
    return subItem !== undefined || Object.keys(edits).length > 0;
  }

  async reload(): Promise<void> {
    const store = this.#deps.store();
    const { address } = this.#deps;
    if (store === undefined) return;
    const loadedLists = [store.attachments.list(address), store.activities.list(address)].filter(
      ({ state }) => state.status !== 'notLoaded',
    );
    await Promise.all(loadedLists.map((list) => list.reload()));
  }

  reloadLinked(store: Store): Promise<void> {
    return this.#linked.reload(store);
  }

  subscribe(store: Store): readonly Disposable[] {
    const { address, changed } = this.#deps;
    return [
      store.attachments.list(address).onDidChange(changed),
      store.activities.list(address).onDidChange(changed),
      ...this.#linked.subscribe(store),
      ...this.#subItems.subscribe(store),
      store.resources.workItems.records.onDidChange((keys) => {
        const description = store.item(address)?.description_html;
        if (!keys.includes(keyOf(address)) || description === this.#description) return;
        this.#description = description;
        this.#code.handleTextChange();
      }),
      store.comments.records.onDidChange((ids) => {
        if (!ids.some((id) => store.comments.list(address).state.ids.includes(id))) return;
        this.#edits.dropSettled(store);
        this.#code.handleTextChange();
        changed();
      }),
    ];
  }

  async handleMessage(message: DiscussionMessage): Promise<DiscussionAnswer> {
    return (await handleByType(this.#handlers, message)) ?? {};
  }

  close(): void {
    this.#deletions.sendAll();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#files.dispose();
    this.#pictures.dispose();
    this.#code.dispose();
  }

  async #deleteComment(id: string): Promise<DiscussionAnswer> {
    const problem = await this.#edits.remove(id);
    if (this.#isDisposed && problem !== undefined) this.#deps.files.showMessage(problem);
    return toDiscussionAnswer(problem);
  }

  #showActivity(isShown: boolean): void {
    this.#isActivityShown = isShown;
    this.#deps.changed();
  }

  async #read(read: (store: Store) => Promise<void>): Promise<DiscussionAnswer> {
    const store = this.#deps.store();
    if (store === undefined) return { problem: l10n.t('You are signed out.') };
    await read(store);
    return {};
  }
}

function toDiscussionAnswer(problem: string | undefined): DiscussionAnswer {
  return problem === undefined ? {} : { problem };
}
