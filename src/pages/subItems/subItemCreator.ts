// Creates sub-items from typed titles. A title is a draft until the server has confirmed the sub-item.
import * as l10n from '@vscode/l10n';
import { projectRestrictionText } from '../../cache/projectRestriction.ts';
import { EXTERNAL_SOURCE } from '../../cache/resources/sendComment.ts';
import type { Store } from '../../cache/store.ts';
import { faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { DiscussionDeps } from '../discussion/deps.ts';
import type { SubItemsView } from '../protocol/subItems.ts';

type SubItemDraft = NonNullable<Draft['subItem']>;

export class SubItemCreator {
  readonly #deps: DiscussionDeps;
  #isSending = false;
  #problem: string | undefined;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
  }

  view(): Pick<SubItemsView, 'draft' | 'pending' | 'problem'> {
    const draft = this.#draft();
    const pending = this.#isSending ? draft?.pending : undefined;
    return {
      draft: draft === undefined ? '' : pending === undefined ? withoutPending(draft).name : draft.name,
      ...(pending === undefined ? {} : { pending }),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
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
   * Resolves with the id of the created sub-item, or with an error message. If the request fails, the title becomes the
   * draft again.
   */
  async create(typedName: string): Promise<{ readonly id?: string; readonly problem?: string }> {
    const name = typedName.trim();
    if (name === '' || this.#isSending) return {};
    this.edit(name);
    const store = this.#deps.store();
    if (store === undefined)
      return this.#fail(l10n.t('You are signed out. Sign in to send this. It is kept as a draft.'));
    const restriction = projectRestrictionText(store.project(this.#deps.address.project));
    if (restriction !== undefined) return this.#fail(restriction);
    this.#isSending = true;
    this.#change((latestDraft) => {
      // If the previous response was lost, the same title is sent with the same external id, so that the sub-item is
      // not created twice.
      const externalId = latestDraft?.lost === name ? latestDraft.externalId : this.#deps.newId();
      return { name: '', pending: name, externalId };
    });
    try {
      await this.#deps.draftStore.flushBeforeSend();
      const id = await this.#send(store, name);
      this.#change((latestDraft) => ({ name: latestDraft?.name ?? '', externalId: this.#deps.newId() }));
      return { id };
    } catch (error) {
      const fault = faultOf(error);
      const mayHaveBeenCreated = mayHaveBeenProcessed(fault);
      this.#change((latestDraft) => {
        if (latestDraft === undefined) return undefined;
        const { lost: _lost, ...restored } = withoutPending(latestDraft);
        return mayHaveBeenCreated ? { ...restored, lost: name } : restored;
      });
      const reason = l10n.t('Not created. {0}', this.#deps.formatError(fault));
      const retryHint = [l10n.t('The server may have received the request.'), l10n.t('Creating it again is safe.')];
      return this.#fail([reason, ...(mayHaveBeenCreated ? retryHint : [])].join(' '));
    } finally {
      this.#isSending = false;
      this.#deps.changed();
    }
  }

  async #send({ resources: { workItems } }: Store, name: string): Promise<string> {
    const { project, id: parent } = this.#deps.address;
    const external_id = this.#draft()?.externalId ?? this.#deps.newId();
    try {
      const body = { name, parent, external_source: EXTERNAL_SOURCE, external_id };
      return (await workItems.create(body, project)).id;
    } catch (error) {
      const fault = faultOf(error);
      // The server has created the sub-item from an earlier request whose response was lost.
      if (fault.kind !== 'rejected' || fault.status !== 409 || fault.existingId === undefined) throw error;
      return (await workItems.readOne(fault.existingId, project)).id;
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

  #fail(problem: string): { readonly problem: string } {
    this.#setProblem(problem);
    return { problem };
  }

  #setProblem(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#deps.changed();
  }
}

function isBlank({ name, pending }: SubItemDraft): boolean {
  return name === '' && pending === undefined;
}

/** Stores the title of an ended request as `lost`, and puts it in front of the text that was typed since then. */
function withoutPending({ pending, ...draft }: SubItemDraft): SubItemDraft {
  return pending === undefined ? draft : { ...draft, lost: pending, name: [pending, draft.name].join(' ').trim() };
}
