// What a work item page shows beside the fields: edited comments, files, pictures, activity, code.

import * as l10n from '@vscode/l10n';
import type { Store } from '../../cache/store.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { CodeMessage } from '../protocol/code.ts';
import { type ItemAnswer, type ItemMessage, itemMessages } from '../protocol/item.ts';
import type { EditorModel, FromPage } from '../protocol/messages.ts';
import { CommentEdits } from './commentEdits.ts';
import type { CodeSection, DiscussionDeps } from './deps.ts';
import { ItemFiles } from './files.ts';
import { Pictures } from './pictures.ts';
import { timelineView } from './timeline.ts';

const ITEM_MESSAGE_TYPES: ReadonlySet<string> = new Set(itemMessages.map(({ shape }) => shape.type.value));

/** Whether the message is handled by the discussion. */
export function isDiscussionMessage(word: FromPage): word is ItemMessage {
  return ITEM_MESSAGE_TYPES.has(word.type);
}

export class Discussion implements Disposable {
  readonly #deps: DiscussionDeps;
  readonly #edits: CommentEdits;
  readonly #files: ItemFiles;
  readonly #pictures: Pictures;
  readonly #code: CodeSection;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
    this.#edits = new CommentEdits(deps);
    this.#files = new ItemFiles(deps);
    this.#pictures = new Pictures(deps);
    this.#code = deps.code(deps.address, deps.changed);
  }

  /** Returns the model with the discussion added. */
  into(model: EditorModel): EditorModel {
    return {
      ...model,
      comments: this.#edits.shown(model.comments),
      discussion: {
        comments: this.#edits.view(),
        attachments: this.#files.view(),
        activity: timelineView(this.#deps),
        code: this.#code.view(),
      },
    };
  }

  /** Whether the draft contains an edited comment. */
  get isUnsent(): boolean {
    return Object.keys(this.#deps.draftStore.get(this.#deps.key)?.edits ?? {}).length > 0;
  }

  /** Reloads the lists that were read before. */
  async again(): Promise<void> {
    const store = this.#deps.store();
    const { address } = this.#deps;
    if (store === undefined) return;
    const known = [store.attachments.list(address), store.activities.list(address)].filter(
      ({ state }) => state.status !== 'unread',
    );
    await Promise.all(known.map((list) => list.reload()));
  }

  /** Subscribes to everything that can change the discussion's view. */
  listen(store: Store): readonly Disposable[] {
    const { address, changed } = this.#deps;
    return [
      store.attachments.list(address).onDidChange(changed),
      store.activities.list(address).onDidChange(changed),
      store.comments.records.onDidChange((ids) => {
        if (!ids.some((id) => store.comments.list(address).state.ids.includes(id))) return;
        this.#edits.dropSettled(store);
        this.#code.commentsChanged();
        changed();
      }),
    ];
  }

  async handleMessage(word: ItemMessage): Promise<ItemAnswer> {
    switch (word.type) {
      case 'editComment':
        this.#edits.edit(word.id, word.html);
        return {};
      case 'saveComment':
        return answerOf(await this.#edits.save(word.id));
      case 'deleteComment':
        return answerOf(await this.#edits.remove(word.id));
      case 'showAttachments':
        return this.#read((store) => store.attachments.list(this.#deps.address).read());
      case 'moreAttachments':
        return this.#read((store) => store.attachments.list(this.#deps.address).loadMore());
      case 'showActivity':
        return this.#read(({ activities }) => {
          const list = activities.list(this.#deps.address);
          return list.state.status === 'ready' ? list.reload() : list.read();
        });
      case 'moreActivity':
        return this.#read((store) => store.activities.list(this.#deps.address).loadMore());
      case 'picture':
        return this.#pictures.get(word.source, word.outside);
      case 'showCode':
      case 'hideCode':
      case 'searchMentions':
      case 'cancelMentions':
      case 'listMentions':
      case 'openCode':
        return this.#code.handleMessage(word);
      default:
        return this.#hearOfFile(word);
    }
  }

  dispose(): void {
    this.#files.dispose();
    this.#pictures.dispose();
    this.#code.dispose();
  }

  async #hearOfFile(
    word: Exclude<
      ItemMessage,
      | CodeMessage
      | { type: `${'edit' | 'save' | 'delete'}Comment` | `${'show' | 'more'}${'Attachments' | 'Activity'}` | 'picture' }
    >,
  ): Promise<ItemAnswer> {
    switch (word.type) {
      case 'attachFiles':
        return this.#files.choose();
      case 'attachBytes':
        return this.#files.attachBytes(word.name, word.mediaType, word.bytes);
      case 'retryUpload':
        return this.#files.retry(word.id);
      case 'cancelUpload':
        this.#files.cancel(word.id);
        return {};
      case 'openAttachment':
        return this.#files.open(word.id);
      case 'saveAttachment':
        return this.#files.save(word.id);
      case 'deleteAttachment':
        return this.#files.remove(word.id);
      default:
        return word satisfies never;
    }
  }

  async #read(read: (store: Store) => Promise<void>): Promise<ItemAnswer> {
    const store = this.#deps.store();
    if (store === undefined) return { problem: l10n.t('You are signed out.') };
    await read(store);
    return {};
  }
}

function answerOf(problem: string | undefined): ItemAnswer {
  return problem === undefined ? {} : { problem };
}
