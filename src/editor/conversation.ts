// Owns one open editor's conversation: it hears the page, keeps the draft, asks the store, and tells the page what to show.
import type { Fault } from '../api/fault.ts';
import { faultOf } from '../api/fault.ts';
import type { Clock } from '../std/clock.ts';
import type { Disposable } from '../std/disposable.ts';
import { Disposables } from '../std/disposable.ts';
import { Emitter } from '../std/event.ts';
import { type ItemAddress, keyOf } from '../store/address.ts';
import type { Desk } from '../store/desk.ts';
import type { Store } from '../store/store.ts';
import { Composer } from './composer.ts';
import { Edits } from './edits.ts';
import { modelOf, titleOf } from './model.ts';
import { findParents } from './parents.ts';
import { type Choice, type FromHost, type FromPage, fromPage } from './words.ts';

/** What the conversation needs of the world around it. */
export interface ConversationGround {
  readonly address: ItemAddress;
  readonly desk: Desk;
  readonly clock: Clock;
  /** The store to ask; undefined while nobody is signed in. */
  store(): Store | undefined;
  /** A sentence for a person. */
  readonly words: (fault: Fault) => string;
  newId(): string;
  post(message: FromHost): void;
  openLink(href: string): void;
  act(action: Extract<FromPage, { say: 'act' }>['action']): void;
  /** A message that the page should not have said. */
  unheard(reason: string): void;
}

/** How long a page may take to hand over what it holds back, before it is taken for gone. */
const FLUSH_WITHIN_MS = 2_000;

export class Conversation implements Disposable {
  readonly #ground: ConversationGround;
  readonly #key: string;
  readonly #edits: Edits;
  readonly #composer: Composer;
  readonly #subscriptions = new Disposables();
  readonly #storeSubscriptions: Disposable[] = [];
  readonly #titled = new Emitter<string>();
  readonly #flushes = new Map<number, () => void>();
  #heard = -1;
  #fault: Fault | undefined;
  #flushCount = 0;
  #opening: Promise<unknown> | undefined;
  #isShowDue = false;
  #isPageUp = false;
  #gone = false;

  /** Fires with the title that the tab should have. */
  readonly onDidChangeTitle = this.#titled.event;

  constructor(ground: ConversationGround) {
    this.#ground = ground;
    this.#key = keyOf(ground.address);
    const own = { ...ground, key: this.#key, title: () => this.#title(), changed: () => this.#show() };
    this.#edits = new Edits(own);
    this.#composer = new Composer(own);
    this.#subscriptions.add(ground.desk.onDidChange((key) => key === this.#key && this.#show()));
    this.#listenToStore();
  }

  /** Reads the draft, the item, its comments and what its fields choose from. */
  async start(): Promise<void> {
    await this.#open();
    this.#show();
    await this.#read();
  }

  /** Somebody signed in or out: the next question goes to whoever is there now. */
  sessionChanged(): void {
    this.#listenToStore();
    this.#show();
    if (this.#ground.store() !== undefined) void this.#read();
  }

  /** Hears one message of the page. What does not parse is not acted on. */
  async hear(message: unknown): Promise<void> {
    const parsed = fromPage.safeParse(message);
    if (!parsed.success) {
      this.#ground.unheard(parsed.error.issues[0]?.message ?? 'not a message');
      return;
    }
    const word = parsed.data;
    await this.#open();
    // A page that was thrown away and is there again counts anew.
    this.#heard = word.say === 'ready' ? word.seq : Math.max(this.#heard, word.seq);
    const problem = await this.#act(word);
    if (word.say === 'findParent') return;
    this.#post({ say: 'answer', to: word.seq, ...(problem === undefined ? {} : { problem }) });
  }

  /** Sends the touched fields, with whatever the page still held back. Gives the sentence to say when it came to nothing. */
  async save(): Promise<string | undefined> {
    await this.flush();
    return this.#edits.save();
  }

  async sendComment(): Promise<string | undefined> {
    await this.flush();
    return this.#composer.send();
  }

  focusComposer(): void {
    this.#post({ say: 'focus', where: 'composer' });
  }

  /** The page has handed over every edit when it resolves, or is gone. */
  async flush(): Promise<void> {
    if (!this.#isPageUp || this.#gone) return;
    this.#flushCount += 1;
    const flush = this.#flushCount;
    const tooLate = new AbortController();
    const flushed = new Promise<void>((resolve) => this.#flushes.set(flush, resolve));
    this.#post({ say: 'flush', flush });
    await Promise.race([flushed, this.#ground.clock.sleep(FLUSH_WITHIN_MS, tooLate.signal).catch(() => undefined)]);
    this.#flushes.delete(flush);
    tooLate.abort();
  }

  dispose(): void {
    this.#gone = true;
    this.#subscriptions.dispose();
    for (const one of this.#storeSubscriptions.splice(0)) one.dispose();
    this.#titled.dispose();
  }

  /** Nothing is changed before the draft on disk has been read: it would be written over. */
  #open(): Promise<unknown> {
    this.#opening ??= this.#ground.desk.open(this.#key);
    return this.#opening;
  }

  #act(word: FromPage): Promise<string | undefined> | undefined {
    switch (word.say) {
      case 'ready':
        this.#isPageUp = true;
        this.#show();
        return undefined;
      case 'edit':
        this.#edits.edit(word.field, word.value);
        return undefined;
      case 'revert':
        this.#edits.revert(word.field);
        this.#post({ say: 'reset', model: this.#model() });
        return undefined;
      case 'save':
        return this.#edits.save();
      case 'compose':
        return this.#composer.compose(word.html, word.access);
      case 'sendComment':
        return this.#composer.send();
      case 'moreComments':
        return this.#withStore((store) => store.moreComments(this.#ground.address));
      case 'reload':
        return this.#withStore(() => this.#read());
      case 'findParent':
        return this.#findParent(word.seq, word.text);
      case 'openLink':
        this.#ground.openLink(word.href);
        return undefined;
      case 'act':
        this.#ground.act(word.action);
        return undefined;
      case 'flushed':
        this.#flushes.get(word.flush)?.();
        return undefined;
      default:
        return word satisfies never;
    }
  }

  async #read(): Promise<void> {
    const store = this.#ground.store();
    if (store === undefined) return;
    const { address } = this.#ground;
    const comments = store.commentsOf(address).status === 'ready' ? store.readCommentsAgain(address) : store.readComments(address);
    const fault = await store.readItem(address).then(() => undefined, faultOf);
    if (store !== this.#ground.store()) return;
    this.#fault = fault;
    if (fault === undefined) this.#edits.dropSettled(store);
    this.#show();
    const { project } = address;
    const parts = [store.states, store.members, store.labels, store.types, store.modules];
    await Promise.all([comments, ...parts.map((part) => part.read(project))]);
  }

  async #findParent(to: number, text: string): Promise<undefined> {
    const store = this.#ground.store();
    let choices: readonly Choice[] = [];
    let problem: string | undefined;
    try {
      if (store !== undefined) choices = await findParents(store, this.#ground.address, text);
    } catch (error) {
      problem = this.#ground.words(faultOf(error));
    }
    this.#post({ say: 'answer', to, choices, ...(problem === undefined ? {} : { problem }) });
    return undefined;
  }

  async #withStore(work: (store: Store) => Promise<void>): Promise<string | undefined> {
    const store = this.#ground.store();
    if (store === undefined) return 'You are signed out.';
    await work(store);
    return undefined;
  }

  #listenToStore(): void {
    for (const one of this.#storeSubscriptions.splice(0)) one.dispose();
    const store = this.#ground.store();
    if (store === undefined) return;
    const { project } = this.#ground.address;
    const mine = store.commentsKey(this.#ground.address);
    this.#storeSubscriptions.push(
      store.items.onDidChange((keys) => keys.includes(this.#key) && this.#show()),
      store.onDidChangeListing((key) => key === mine && this.#show()),
      ...[store.states, store.members, store.labels, store.types, store.modules].map((part) =>
        part.onDidChange((changed) => changed === project && this.#show()),
      ),
    );
  }

  #title(): string {
    const { address, desk } = this.#ground;
    const store = this.#ground.store();
    return titleOf(store?.identifier(address), store?.item(address)?.name) ?? desk.held(this.#key)?.title ?? 'Work item';
  }

  #model() {
    const { address, desk } = this.#ground;
    return modelOf({
      address,
      store: this.#ground.store(),
      draft: desk.held(this.#key),
      heard: this.#heard,
      fault: this.#fault,
      saving: this.#edits.saving,
      problems: this.#edits.problems,
      notice: this.#edits.notice,
      composer: this.#composer.view(),
      words: this.#ground.words,
      title: this.#title(),
    });
  }

  /** Tells the page once for everything that changes in one turn. */
  #show(): void {
    if (this.#isShowDue || this.#gone) return;
    this.#isShowDue = true;
    queueMicrotask(() => {
      this.#isShowDue = false;
      if (this.#gone) return;
      const model = this.#model();
      this.#post({ say: 'show', model });
      this.#titled.fire(`${model.unsent || model.composer.html !== '' ? '● ' : ''}${this.#title()}`);
    });
  }

  #post(message: FromHost): void {
    if (this.#isPageUp && !this.#gone) this.#ground.post(message);
  }
}
