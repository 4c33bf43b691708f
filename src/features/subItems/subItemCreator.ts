// Creates sub-items from typed titles. A title is a draft until the server has confirmed the sub-item.
import * as l10n from '@vscode/l10n';
import { existingIdOf, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { projectRestrictionText } from '../../core/cache/projectRestriction.ts';
import { EXTERNAL_SOURCE } from '../../core/cache/resources/sendComment.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Draft } from '../../core/drafts/draft.ts';
import type { SubItemsView } from '../../shell/protocol/subItems.ts';
import type { DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import { definedFields } from '../../std/objects/definedFields.ts';

type SubItemDraft = NonNullable<Draft['subItem']>;

/** `title` is the title that could not be created, with the reason in `problem`. */
interface CreateAnswer {
  readonly title?: string;
  readonly problem?: string;
}

/** The titles that one request of the page creates, one after the other. */
interface Batch {
  readonly titles: readonly string[];
  readonly answer: (answer: CreateAnswer) => void;
}

export class SubItemCreator {
  readonly #deps: DiscussionDeps;
  readonly #onCreated: (store: Store, id: string) => void;
  readonly #batches: Batch[] = [];
  #isSending = false;
  #problem: string | undefined;

  /** `onCreated` is called with the id of each sub-item that the server has created. */
  constructor(deps: DiscussionDeps, onCreated: (store: Store, id: string) => void) {
    this.#deps = deps;
    this.#onCreated = onCreated;
  }

  view(): Pick<SubItemsView, 'draft' | 'pending' | 'progress' | 'problem'> {
    const draft = this.#draft();
    const pending = this.#isSending ? draft?.pending : undefined;
    const progress = progressText(pending, draft?.queued ?? []);
    return {
      draft: draft === undefined ? '' : pending === undefined ? withoutPending(draft).name : draft.name,
      ...definedFields({ pending, progress, problem: this.#problem }),
    };
  }

  /** Whether there is a title that is not sent, or that the server has not confirmed. */
  get isUnsent(): boolean {
    return this.#draft() !== undefined;
  }

  edit(name: string): void {
    this.#setProblem(undefined);
    this.#change((before) => {
      const latestDraft = before === undefined || this.#isSending ? before : withoutPending(before);
      return { externalId: this.#deps.newId(), ...latestDraft, name };
    });
  }

  /**
   * Creates a sub-item with the title, and those that wait since an earlier title could not be created. While others
   * are being created, the title waits. Resolves after the server's responses. If a request fails, the page gets its
   * title back for the input, and the titles after it wait until `create` is called again.
   */
  async create(typedName: string): Promise<CreateAnswer> {
    const name = typedName.trim();
    const waiting = this.#isSending ? [] : (this.#draft()?.queued ?? []);
    const titles = [...(name === '' ? [] : [name]), ...waiting];
    if (titles.length === 0) return {};
    if (name !== '') this.edit(name);
    const store = this.#deps.store();
    if (store === undefined)
      return this.#fail(name, l10n.t('You are signed out. Sign in to send this. It is kept as a draft.'));
    const restriction = projectRestrictionText(store.project(this.#deps.address.project));
    if (restriction !== undefined) return this.#fail(name, restriction);
    this.#change((latestDraft) => ({
      externalId: this.#deps.newId(),
      ...latestDraft,
      name: name === '' ? (latestDraft?.name ?? '') : '',
      queued: this.#isSending ? [...(latestDraft?.queued ?? []), ...titles] : titles,
    }));
    return new Promise((resolve) => {
      this.#batches.push({ titles, answer: resolve });
      if (!this.#isSending) void this.#sendBatches(store);
    });
  }

  async #sendBatches(store: Store): Promise<void> {
    this.#isSending = true;
    try {
      for (let batch = this.#batches.shift(); batch !== undefined; batch = this.#batches.shift()) {
        const failure = await this.#sendTitles(store, batch.titles);
        if (failure !== undefined) {
          this.#isSending = false;
          batch.answer(failure);
          // Their titles wait in the draft.
          for (const { answer } of this.#batches.splice(0)) answer({});
          return;
        }
        batch.answer({});
      }
    } finally {
      this.#isSending = false;
      this.#deps.changed();
    }
  }

  /** Creates the titles in order. Resolves with the first failure; later titles are not sent. */
  async #sendTitles(store: Store, titles: readonly string[]): Promise<CreateAnswer | undefined> {
    for (const title of titles) {
      const answer = await this.#createOne(store, title);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async #createOne(store: Store, title: string): Promise<CreateAnswer | undefined> {
    this.#change((latestDraft) => ({
      name: latestDraft?.name ?? '',
      pending: title,
      // If the previous response was lost, the same title is sent with the same external id, so that the sub-item is
      // not created twice.
      externalId: latestDraft?.lost === title ? latestDraft.externalId : this.#deps.newId(),
      ...queuedOrNothing(latestDraft?.queued?.slice(1)),
    }));
    try {
      await this.#deps.draftStore.flushBeforeSend();
      const id = await this.#send(store, title);
      this.#change((latestDraft) => ({
        name: latestDraft?.name ?? '',
        externalId: this.#deps.newId(),
        ...queuedOrNothing(latestDraft?.queued),
      }));
      this.#onCreated(store, id);
      this.#deps.changed();
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      const mayHaveBeenCreated = mayHaveBeenProcessed(fault);
      this.#change((latestDraft) => {
        if (latestDraft === undefined) return undefined;
        const { lost: _lost, ...restored } = withoutPending(latestDraft);
        return mayHaveBeenCreated ? { ...restored, lost: title } : restored;
      });
      const reason = l10n.t('Not created. {0}', this.#deps.formatError(fault));
      const retryHint = [l10n.t('The server may have received it.'), l10n.t('Creating it again is safe.')];
      return this.#fail(title, [reason, ...(mayHaveBeenCreated ? retryHint : [])].join(' '));
    }
  }

  async #send({ resources: { workItems } }: Store, name: string): Promise<string> {
    const { project, id: parent } = this.#deps.address;
    const external_id = this.#draft()?.externalId ?? this.#deps.newId();
    try {
      const body = { name, parent, external_source: EXTERNAL_SOURCE, external_id };
      return (await workItems.create(body, project)).id;
    } catch (error) {
      // The server has created the sub-item from an earlier request whose response was lost.
      const existingId = existingIdOf(faultOf(error));
      if (existingId === undefined) throw error;
      return (await workItems.readOne(existingId, project)).id;
    }
  }

  #draft(): SubItemDraft | undefined {
    const { draftStore, key } = this.#deps;
    return draftStore.get(key)?.subItem;
  }

  /** Stores the draft, or removes the draft if its title is empty and no request is running. */
  #change(edit: (before: SubItemDraft | undefined) => SubItemDraft | undefined): void {
    const { draftStore, key, title } = this.#deps;
    if (this.#draft() === undefined && edit(undefined) === undefined) return;
    draftStore.change(key, title(), ({ subItem }) => {
      const after = edit(subItem);
      return { subItem: after === undefined || isBlank(after) ? undefined : after };
    });
  }

  #fail(title: string, problem: string): CreateAnswer {
    this.#setProblem(problem);
    return { title, problem };
  }

  #setProblem(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#deps.changed();
  }
}

function isBlank({ name, pending, queued }: SubItemDraft): boolean {
  return name === '' && pending === undefined && queued === undefined;
}

function queuedOrNothing(queued: readonly string[] | undefined): Pick<SubItemDraft, 'queued'> {
  return queued === undefined || queued.length === 0 ? {} : { queued };
}

function progressText(pending: string | undefined, queued: readonly string[]): string | undefined {
  const titles = queued.map((title) => `“${title}”`).join(', ');
  if (pending === undefined)
    return queued.length === 0 ? undefined : l10n.t('Not created yet: {0}. Press Enter to create them.', titles);
  return queued.length === 0
    ? l10n.t('Creating “{0}”…', pending)
    : l10n.t('Creating “{0}”… Next: {1}', pending, titles);
}

/** Stores the title of an ended request as `lost`, and puts it in front of the text that was typed since then. */
function withoutPending({ pending, ...draft }: SubItemDraft): SubItemDraft {
  return pending === undefined ? draft : { ...draft, lost: pending, name: [pending, draft.name].join(' ').trim() };
}
