// The state of a page: the host's model, the user's newer edits, and the form's undo history.
import type { Choice, FieldName, FieldValue } from '../pages/protocol/fields.ts';
import type { EditorModel, FromHost } from '../pages/protocol/messages.ts';
import type { PageUpdate } from '../pages/protocol/slices.ts';
import { EditBuffer } from './editBuffer.ts';
import { type History, NO_HISTORY, record, redo, undo } from './history.ts';
import type { Host, HostAnswer, HostEvent, Message } from './host.ts';
import { NOTHING_RECEIVED, receive } from './model/received.ts';

/** `buffered` until the value is sent, then the sequence number of the message that contained the value. */
type EditSequence = number | 'buffered';
type Access = EditorModel['composer']['access'];
type Request = Extract<Message, { type: 'save' | 'sendComment' | 'moreComments' | 'reload' }>['type'];
type Action = Extract<Message, { type: 'act' }>['action'];

interface OwnValue<Value> {
  readonly value: Value;
  readonly sequence: EditSequence;
}

interface ComposerContent {
  readonly html: string;
  readonly access: Access;
  /**
   * If this text was typed after the previous comment was sent: the sequence number of the message that sent the
   * comment. See the message `compose`.
   */
  readonly after?: number;
}

/** The displayed state. Each change replaces the object. */
export interface PageState {
  readonly model: EditorModel | undefined;
  readonly own: ReadonlyMap<FieldName, OwnValue<FieldValue>>;
  readonly ownComposed: OwnValue<ComposerContent> | undefined;
  readonly history: History;
  /** The requests that the host has not responded to yet. */
  readonly asking: ReadonlySet<Request>;
  /** The error of the last request that failed; undefined after the next request is sent. */
  readonly refusal: string | undefined;
  /** A new object each time the host sets the focus. */
  readonly focus: { readonly where: Extract<FromHost, { type: 'focus' }>['where'] } | undefined;
}

const INITIAL_STATE: PageState = {
  model: undefined,
  own: new Map(),
  ownComposed: undefined,
  history: NO_HISTORY,
  asking: new Set(),
  refusal: undefined,
  focus: undefined,
};

function isNewerThanHost(sequence: EditSequence, ackSequence: number): boolean {
  return sequence === 'buffered' || sequence > ackSequence;
}

/** Returns the value of a field: the user's edit if the host has not handled it yet, otherwise the model's value. */
export function valueOf(state: PageState, name: FieldName): FieldValue {
  const own = state.own.get(name);
  return own ? own.value : (state.model?.fields.find((field) => field.name === name)?.value ?? null);
}

/** Returns the composer's content: the user's edit if the host has not handled it yet, otherwise the model's text. */
export function composerText(state: PageState): ComposerContent {
  return state.ownComposed?.value ?? state.model?.composer ?? { html: '', access: 'INTERNAL' };
}

/** Contains the state of a page and runs every action of the user; one instance per page. */
export class PageStore {
  readonly #host: Host;
  readonly #now: () => number;
  readonly #editBuffer = new EditBuffer<string>({
    lastSequence: () => this.#host.lastSequence,
    ackSequence: () => this.#state.model?.ackSequence ?? 0,
  });
  readonly #listeners = new Set<() => void>();
  #received = NOTHING_RECEIVED;
  #state = INITIAL_STATE;

  /** `now` returns milliseconds. The constructor sends the message `ready`. */
  constructor(host: Host, now: () => number) {
    this.#host = host;
    this.#now = now;
    host.listen((message) => this.#handleMessage(message));
    host.send({ type: 'ready' });
  }

  get state(): PageState {
    return this.#state;
  }

  /** Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets a field. A `typed` value is sent when the host has handled the previous edit, any other value at once. */
  edit(field: FieldName, value: FieldValue, typed: boolean): void {
    const before = valueOf(this.#state, field);
    const history = record(this.#state.history, {
      field,
      before,
      after: value,
      at: this.#now(),
      joins: typed,
    });
    this.#setField(field, value, history);
    if (!typed) this.#editBuffer.release(field);
  }

  undo(): void {
    this.#applyHistoryStep(undo(this.#state.history));
  }

  redo(): void {
    this.#applyHistoryStep(redo(this.#state.history));
  }

  compose(html: string, access: Access): void {
    const { after } = composerText(this.#state);
    const value = { html, access, ...(after === undefined ? {} : { after }) };
    this.#setState({ ownComposed: { value, sequence: 'buffered' } });
    this.#editBuffer.hold('composer', () => {
      const sequence = this.#host.send({ type: 'compose', ...value });
      this.#setState({ ownComposed: { value, sequence } });
    });
  }

  /** Reverts one field, or all fields if `field` is omitted. */
  revert(field?: FieldName): void {
    if (field) this.#editBuffer.drop(field);
    else for (const { name } of this.#state.model?.fields ?? []) this.#editBuffer.drop(name);
    this.#editBuffer.releaseAll();
    this.#host.send(field ? { type: 'revert', field } : { type: 'revert' });
  }

  /** Sends the buffered edits, then a request. Does nothing while the same request waits for a response. */
  async request(type: Request): Promise<void> {
    if (this.#state.asking.has(type)) return;
    this.#editBuffer.releaseAll();
    this.#setState({ asking: new Set([...this.#state.asking, type]), refusal: undefined });
    const response = this.#host.ask({ type });
    if (type === 'sendComment') {
      // Text that the user types from now on belongs to the next comment.
      const { lastSequence: sequence } = this.#host;
      this.#setState({ ownComposed: { value: { html: '', access: 'INTERNAL', after: sequence }, sequence } });
    }
    const { problem } = await response;
    const asking = new Set(this.#state.asking);
    asking.delete(type);
    // The error of a comment is shown in the composer, so it is not shown here too.
    this.#setState({ asking, refusal: type === 'sendComment' ? undefined : problem });
  }

  /** Sends all buffered edits, because the page may be about to close. */
  handOver(): void {
    this.#editBuffer.releaseAll();
  }

  /** Sends the buffered edits, then a component's request. Resolves with the host's response. */
  ask(message: Message): Promise<HostAnswer> {
    this.#editBuffer.releaseAll();
    return this.#host.ask(message);
  }

  /**
   * Sends a message when the host has handled the previous message, or before the page closes. A later call with the
   * same key replaces a message that is not sent yet.
   */
  hold(key: string, message: Message): void {
    this.#editBuffer.hold(key, () => void this.#host.ask(message));
  }

  /** Shows the reason why an action failed. */
  refuse(problem: string): void {
    this.#setState({ refusal: problem });
  }

  /** Cancels the save in progress. */
  cancelSave(): void {
    void this.askPlainly({ type: 'cancelSave' });
  }

  act(action: Action): void {
    void this.askPlainly({ type: 'act', action });
  }

  /** Resolves the conflict of a field with the version that the user chose. */
  resolve(field: FieldName, keep: 'mine' | 'theirs'): void {
    this.#editBuffer.releaseAll();
    void this.askPlainly({ type: 'resolve', field, keep });
  }

  compare(field: FieldName): void {
    this.#editBuffer.releaseAll();
    void this.askPlainly({ type: 'compare', field });
  }

  openLink(href: string): void {
    void this.askPlainly({ type: 'openLink', href });
  }

  /**
   * Requests the complete list of the field's choices, or without a field the list of users who can be mentioned. The
   * list arrives with a later model.
   */
  want(field?: FieldName): void {
    void this.askPlainly(field === undefined ? { type: 'offer' } : { type: 'offer', field });
  }

  /** Resolves with the work items that match the text and that the field accepts. */
  async find(
    field: FieldName,
    text: string,
  ): Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }> {
    const { choices, problem } = await this.#host.ask({ type: 'find', field, text });
    return { choices: choices ?? [], problem };
  }

  /** Sends a request. If it fails, shows the reason. */
  async askPlainly(message: Message): Promise<void> {
    const { problem } = await this.#host.ask(message);
    if (problem !== undefined) this.refuse(problem);
  }

  #handleMessage(message: HostEvent): void {
    switch (message.type) {
      case 'show':
        return this.#showUpdate(message.update);
      case 'reset':
        this.#editBuffer.dropAll();
        return this.#setState({
          model: this.#receive(message.update),
          own: new Map(),
          ownComposed: undefined,
          history: NO_HISTORY,
        });
      case 'flush':
        this.#editBuffer.releaseAll();
        this.#host.send({ type: 'flushed', flush: message.flush });
        return;
      case 'focus':
        return this.#setState({ focus: { where: message.where } });
    }
  }

  #receive(update: PageUpdate): EditorModel | undefined {
    this.#received = receive(this.#received, update);
    const { isMissing, model } = this.#received;
    // A page without a model is already waiting for all slices. Until they arrive, this page may receive updates that
    // were meant for an earlier page in the same tab.
    if (isMissing && model !== undefined) void this.#host.ask({ type: 'resend' });
    return model;
  }

  #showUpdate(update: PageUpdate): void {
    const model = this.#receive(update);
    if (model === undefined) return;
    const { own, ownComposed, refusal, model: previousModel } = this.#state;
    // The error of a request has the same text as the notice. When the host removes the notice, both disappear.
    const isNoticeRemoved =
      refusal !== undefined && refusal === previousModel?.notice?.message && model.notice === undefined;
    this.#setState({
      model,
      refusal: isNoticeRemoved ? undefined : refusal,
      own: new Map([...own].filter(([, { sequence }]) => isNewerThanHost(sequence, model.ackSequence))),
      ownComposed: ownComposed && isNewerThanHost(ownComposed.sequence, model.ackSequence) ? ownComposed : undefined,
    });
    this.#editBuffer.goOn();
  }

  #applyHistoryStep(step: ReturnType<typeof undo>): void {
    if (!step) return;
    this.#setField(step.field, step.value, step.history);
    this.#editBuffer.release(step.field);
  }

  #setField(field: FieldName, value: FieldValue, history: History): void {
    this.#setState({ own: new Map([...this.#state.own, [field, { value, sequence: 'buffered' }]]), history });
    this.#editBuffer.hold(field, () => {
      const sequence = this.#host.send({ type: 'edit', field, value });
      this.#setState({ own: new Map([...this.#state.own, [field, { value, sequence }]]) });
    });
  }

  #setState(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
