// Owns what the page knows: the host's model, values of its own that the host has not taken in yet, and the form's
// history.
import type { Choice, FieldName, FieldValue } from '../pages/protocol/fields.ts';
import type { EditorModel, FromHost } from '../pages/protocol/messages.ts';
import type { PageUpdate } from '../pages/protocol/slices.ts';
import { EditBuffer } from './editBuffer.ts';
import { type History, NO_HISTORY, record, redo, undo } from './history.ts';
import type { Host, HostAnswer, HostEvent, Message } from './host.ts';
import { NOTHING_RECEIVED, receive } from './model/received.ts';

/** `held` until it is said, then the number it was said with. */
type Said = number | 'held';
type Access = EditorModel['composer']['access'];
type Request = Extract<Message, { say: 'save' | 'sendComment' | 'moreComments' | 'reload' }>['say'];
type Action = Extract<Message, { say: 'act' }>['action'];

interface Own<Value> {
  readonly value: Value;
  readonly said: Said;
}

interface Composed {
  readonly html: string;
  readonly access: Access;
  /** It is only what was typed after the comment that is being sent: see the message `compose`. */
  readonly after?: number;
}

/** What is shown; replaced, never changed. */
export interface PageState {
  readonly model: EditorModel | undefined;
  readonly own: ReadonlyMap<FieldName, Own<FieldValue>>;
  readonly ownComposed: Own<Composed> | undefined;
  readonly history: History;
  /** Requests that are not answered yet. */
  readonly asking: ReadonlySet<Request>;
  /** What the host answered that it could not do. */
  readonly refusal: string | undefined;
  /** A fresh object each time the host asks for the focus. */
  readonly focus: { readonly where: Extract<FromHost, { say: 'focus' }>['where'] } | undefined;
}

const NOTHING: PageState = {
  model: undefined,
  own: new Map(),
  ownComposed: undefined,
  history: NO_HISTORY,
  asking: new Set(),
  refusal: undefined,
  focus: undefined,
};

function isLater(said: Said, heard: number): boolean {
  return said === 'held' || said > heard;
}

/** What a field holds: the page's own later value, or else the model's. */
export function valueOf(state: PageState, name: FieldName): FieldValue {
  const own = state.own.get(name);
  return own ? own.value : (state.model?.fields.find((field) => field.name === name)?.value ?? null);
}

/** What the composer holds. */
export function composerText(state: PageState): Composed {
  return state.ownComposed?.value ?? state.model?.composer ?? { html: '', access: 'INTERNAL' };
}

/** One per page. Everything a person does on the page goes through here. */
export class PageStore {
  readonly #host: Host;
  readonly #now: () => number;
  readonly #held = new EditBuffer<string>({ said: () => this.#host.said, heard: () => this.#state.model?.heard ?? 0 });
  readonly #listeners = new Set<() => void>();
  #received = NOTHING_RECEIVED;
  #state = NOTHING;

  /** `now` is in milliseconds. Says `ready` at once. */
  constructor(host: Host, now: () => number) {
    this.#host = host;
    this.#now = now;
    host.listen((telling) => this.#hear(telling));
    host.say({ say: 'ready' });
  }

  get state(): PageState {
    return this.#state;
  }

  /** Returns how to stop being told. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `typed` values are said when the host has heard what was typed before, others at once. */
  edit(field: FieldName, value: FieldValue, typed: boolean): void {
    const before = valueOf(this.#state, field);
    const history = record(this.#state.history, { field, before, after: value, at: this.#now(), joins: typed });
    this.#put(field, value, history);
    if (!typed) this.#held.release(field);
  }

  undo(): void {
    this.#step(undo(this.#state.history));
  }

  redo(): void {
    this.#step(redo(this.#state.history));
  }

  compose(html: string, access: Access): void {
    const { after } = composerText(this.#state);
    const value = { html, access, ...(after === undefined ? {} : { after }) };
    this.#become({ ownComposed: { value, said: 'held' } });
    this.#held.hold('composer', () => {
      const said = this.#host.say({ say: 'compose', ...value });
      this.#become({ ownComposed: { value, said } });
    });
  }

  /** Gives up one field, or all of them. */
  revert(field?: FieldName): void {
    if (field) this.#held.drop(field);
    else for (const { name } of this.#state.model?.fields ?? []) this.#held.drop(name);
    this.#held.releaseAll();
    this.#host.say(field ? { say: 'revert', field } : { say: 'revert' });
  }

  /** Whatever is still held back is said first. Asking twice is asking once. */
  async request(say: Request): Promise<void> {
    if (this.#state.asking.has(say)) return;
    this.#held.releaseAll();
    this.#become({ asking: new Set([...this.#state.asking, say]), refusal: undefined });
    const answer = this.#host.ask({ say });
    if (say === 'sendComment') {
      // What is typed from now on is the next comment.
      const { said } = this.#host;
      this.#become({ ownComposed: { value: { html: '', access: 'INTERNAL', after: said }, said } });
    }
    const { problem } = await answer;
    const asking = new Set(this.#state.asking);
    asking.delete(say);
    // What became of a comment is said at the composer.
    this.#become({ asking, refusal: say === 'sendComment' ? undefined : problem });
  }

  /** Says whatever is held back: the page may be about to go. */
  handOver(): void {
    this.#held.releaseAll();
  }

  /** For parts with words of their own: whatever is held back is said first. */
  ask(saying: Message): Promise<HostAnswer> {
    this.#held.releaseAll();
    return this.#host.ask(saying);
  }

  /**
   * Says it when the host has heard what was said before, or before the page goes. A later saying of the same key takes
   * its place.
   */
  hold(key: string, saying: Message): void {
    this.#held.hold(key, () => void this.#host.ask(saying));
  }

  /** Shows why something was not done. */
  refuse(problem: string): void {
    this.#become({ refusal: problem });
  }

  /** Ends the save that is under way. */
  cancelSave(): void {
    void this.askPlainly({ say: 'cancelSave' });
  }

  act(action: Action): void {
    void this.askPlainly({ say: 'act', action });
  }

  /** Ends a conflict. */
  resolve(field: FieldName, keep: 'mine' | 'theirs'): void {
    this.#held.releaseAll();
    void this.askPlainly({ say: 'resolve', field, keep });
  }

  compare(field: FieldName): void {
    this.#held.releaseAll();
    void this.askPlainly({ say: 'compare', field });
  }

  openLink(href: string): void {
    void this.askPlainly({ say: 'openLink', href });
  }

  /**
   * Asks for the whole list of the field's choices, or without a field of the people who can be mentioned. It comes
   * with a later model.
   */
  want(field?: FieldName): void {
    void this.askPlainly(field === undefined ? { say: 'offer' } : { say: 'offer', field });
  }

  /** Work items that the field may hold. */
  async find(
    field: FieldName,
    text: string,
  ): Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }> {
    const { choices, problem } = await this.#host.ask({ say: 'find', field, text });
    return { choices: choices ?? [], problem };
  }

  /** Asks, and shows why it came to nothing. */
  async askPlainly(saying: Message): Promise<void> {
    const { problem } = await this.#host.ask(saying);
    if (problem !== undefined) this.refuse(problem);
  }

  #hear(telling: HostEvent): void {
    switch (telling.say) {
      case 'show':
        return this.#show(telling.update);
      case 'reset':
        this.#held.dropAll();
        return this.#become({
          model: this.#receive(telling.update),
          own: new Map(),
          ownComposed: undefined,
          history: NO_HISTORY,
        });
      case 'flush':
        this.#held.releaseAll();
        this.#host.say({ say: 'flushed', flush: telling.flush });
        return;
      case 'focus':
        return this.#become({ focus: { where: telling.where } });
    }
  }

  #receive(update: PageUpdate): EditorModel | undefined {
    this.#received = receive(this.#received, update);
    const { isMissing, model } = this.#received;
    // A page without a model is waiting for every slice already; until then it may get what was posted to a page before
    // it.
    if (isMissing && model !== undefined) void this.#host.ask({ say: 'resend' });
    return model;
  }

  #show(update: PageUpdate): void {
    const model = this.#receive(update);
    if (model === undefined) return;
    const { own, ownComposed, refusal, model: before } = this.#state;
    // The answer to a request repeats the notice: when the host takes that back, both go.
    const isTakenBack = refusal !== undefined && refusal === before?.notice?.message && model.notice === undefined;
    this.#become({
      model,
      refusal: isTakenBack ? undefined : refusal,
      own: new Map([...own].filter(([, { said }]) => isLater(said, model.heard))),
      ownComposed: ownComposed && isLater(ownComposed.said, model.heard) ? ownComposed : undefined,
    });
    this.#held.goOn();
  }

  #step(step: ReturnType<typeof undo>): void {
    if (!step) return;
    this.#put(step.field, step.value, step.history);
    this.#held.release(step.field);
  }

  #put(field: FieldName, value: FieldValue, history: History): void {
    this.#become({ own: new Map([...this.#state.own, [field, { value, said: 'held' }]]), history });
    this.#held.hold(field, () => {
      const said = this.#host.say({ say: 'edit', field, value });
      this.#become({ own: new Map([...this.#state.own, [field, { value, said }]]) });
    });
  }

  #become(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
