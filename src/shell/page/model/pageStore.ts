// The state of a page: the host's model, the user's newer edits, and the form's undo history.

import type { Choice, FieldName, FieldValue } from '../../../items/form/fieldProtocol.ts';
import { rowOfLineLink } from '../../../richText/editor/lineLinks.ts';
import { handleByType, type MessageTable } from '../../../std/objects/messageTable.ts';
import type { MessageFromHost, PageModel } from '../../protocol/messages.ts';
import type { PageUpdate } from '../../protocol/slices.ts';
import { EditBuffer } from './editBuffer.ts';
import { addEdit, type EditHistory, EMPTY_HISTORY, redo, undo } from './editHistory.ts';
import type { Host, HostEvent, HostResponse, Message } from './host.ts';
import { applyUpdate, INITIAL_RECEIVED_STATE } from './receivedState.ts';

/**
 * The state of an edit: `buffered` until the value is sent, then the sequence number of the message that contained the
 * value.
 */
type EditSequence = number | 'buffered';
type Access = PageModel['composer']['access'];
type RequestType = Extract<Message, { type: 'save' | 'sendComment' | 'moreComments' | 'reload' }>['type'];
type Action = Extract<Message, { type: 'act' }>['action'];

interface EditedValue<Value> {
  readonly value: Value;
  readonly sequence: EditSequence;
}

interface ComposerContent {
  readonly html: string;
  readonly access: Access;
  /**
   * The sequence number of the message that sent the previous comment. Set if this text was typed after that message,
   * so that it belongs to the next comment.
   */
  readonly after?: number;
}

/** The displayed state. Each change replaces the object. */
export interface PageState {
  readonly model: PageModel | undefined;
  readonly editedValues: ReadonlyMap<FieldName, EditedValue<FieldValue>>;
  readonly editedComposerContent: EditedValue<ComposerContent> | undefined;
  readonly history: EditHistory;
  /** What the user has undone or redone last; a new object each time. */
  readonly historyStep: { readonly field: FieldName; readonly isUndo: boolean } | undefined;
  /** The requests that the host has not responded to yet. */
  readonly pendingRequests: ReadonlySet<RequestType>;
  /** The error of the last request that failed; undefined after the next request is sent. */
  readonly requestError: string | undefined;
  /** The control that the host asked to focus; a new object for each request of the host. */
  readonly focus: { readonly where: Extract<MessageFromHost, { type: 'focus' }>['where'] } | undefined;
  /** The comment that the host asked to show; a new object for each request of the host. */
  readonly commentToShow: { readonly id: string } | undefined;
  /** The field that the user opened last; a new object each time the user opens a field. */
  readonly openedField: { readonly name: FieldName } | undefined;
  /** The empty secondary fields that the user added. */
  readonly addedFields: readonly FieldName[];
  /** The names of the sections that the user has folded. */
  readonly foldedSections: readonly string[];
  /** Whether the dialog with the keyboard shortcuts is shown. */
  readonly showsShortcuts: boolean;
}

const INITIAL_STATE: PageState = {
  model: undefined,
  editedValues: new Map(),
  editedComposerContent: undefined,
  history: EMPTY_HISTORY,
  historyStep: undefined,
  pendingRequests: new Set(),
  requestError: undefined,
  focus: undefined,
  commentToShow: undefined,
  openedField: undefined,
  addedFields: [],
  foldedSections: [],
  showsShortcuts: false,
};

function isNewerThanHost(sequence: EditSequence, ackSequence: number): boolean {
  return sequence === 'buffered' || sequence > ackSequence;
}

/** Returns the value of a field: the user's edit if the host has not handled it yet, otherwise the model's value. */
export function valueOf(state: PageState, name: FieldName): FieldValue {
  const editedValue = state.editedValues.get(name);
  return editedValue ? editedValue.value : (state.model?.fields.find((field) => field.name === name)?.value ?? null);
}

/** Returns the composer's content: the user's edit if the host has not handled it yet, otherwise the model's text. */
export function composerContent(state: PageState): ComposerContent {
  return state.editedComposerContent?.value ?? state.model?.composer ?? { html: '', access: 'INTERNAL' };
}

/** Contains the state of a page and runs every action of the user; one instance per page. */
export class PageStore {
  readonly #host: Host;
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly #editBuffer = new EditBuffer<string>({
    lastSequence: () => this.#host.lastSequence,
    ackSequence: () => this.#state.model?.ackSequence ?? 0,
  });
  readonly #listeners = new Set<() => void>();
  readonly #handlers: MessageTable<HostEvent, void> = {
    show: ({ update }) => this.#showUpdate(update),
    reset: ({ update }) => {
      this.#editBuffer.cancelAll();
      this.#setState({
        model: this.#receive(update),
        editedValues: new Map(),
        editedComposerContent: undefined,
        history: EMPTY_HISTORY,
      });
    },
    flush: ({ flush }) => {
      this.#editBuffer.runAllNow();
      this.#host.send({ type: 'flushed', flush });
    },
    focus: ({ where }) => this.#setState({ focus: { where } }),
    showComment: ({ id }) => this.#setState({ commentToShow: { id } }),
    showKeys: () => this.showShortcuts(true),
  };
  #received = INITIAL_RECEIVED_STATE;
  #state: PageState;

  /**
   * `now` returns milliseconds. `firstUpdate` is shown until the first message arrives. The constructor sends the
   * message `ready`.
   */
  constructor(host: Host, now: () => number, foldedSections: readonly string[] = [], firstUpdate?: PageUpdate) {
    this.#host = host;
    this.now = now;
    const model = firstUpdate && this.#receive(firstUpdate);
    this.#state = { ...INITIAL_STATE, model, foldedSections };
    host.listen((message) => handleByType(this.#handlers, message));
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
    const previousValue = valueOf(this.#state, field);
    const history = addEdit(this.#state.history, {
      field,
      valueBefore: previousValue,
      valueAfter: value,
      editedAt: this.now(),
      mayExtendLastStep: typed,
    });
    this.#setField(field, value, history);
    if (!typed) this.#editBuffer.runNow(field);
  }

  undo(): void {
    this.#applyHistoryStep(undo(this.#state.history), true);
  }

  redo(): void {
    this.#applyHistoryStep(redo(this.#state.history), false);
  }

  compose(html: string, access: Access): void {
    const { after } = composerContent(this.#state);
    const value = { html, access, ...(after === undefined ? {} : { after }) };
    this.#setState({ editedComposerContent: { value, sequence: 'buffered' } });
    this.#editBuffer.schedule('composer', () => {
      const sequence = this.#host.send({ type: 'compose', ...value });
      this.#setState({ editedComposerContent: { value, sequence } });
    });
  }

  /** Reverts one field, or all fields if `field` is omitted. */
  revert(field?: FieldName): void {
    if (field) this.#editBuffer.cancel(field);
    else for (const { name } of this.#state.model?.fields ?? []) this.#editBuffer.cancel(name);
    this.#editBuffer.runAllNow();
    this.#host.send(field ? { type: 'revert', field } : { type: 'revert' });
  }

  /** Sends the buffered edits, then a request. Does nothing while the same request waits for a response. */
  async request(type: RequestType, saveOptions: { readonly another?: true } = {}): Promise<void> {
    if (this.#state.pendingRequests.has(type)) return;
    this.#editBuffer.runAllNow();
    const { access } = composerContent(this.#state);
    this.#setState({ pendingRequests: new Set([...this.#state.pendingRequests, type]), requestError: undefined });
    const response = this.#host.request(type === 'save' ? { type, ...saveOptions } : { type });
    if (type === 'sendComment') {
      // Text that the user types from now on belongs to the next comment.
      const { lastSequence: sequence } = this.#host;
      this.#setState({ editedComposerContent: { value: { html: '', access, after: sequence }, sequence } });
    }
    const { problem } = await response;
    const pendingRequests = new Set(this.#state.pendingRequests);
    pendingRequests.delete(type);
    // If a comment could not be sent, only the composer shows the error.
    this.#setState({ pendingRequests, requestError: type === 'sendComment' ? undefined : problem });
  }

  /** Saves only the given fields. If saving fails, shows the reason. */
  async saveFields(fields: readonly FieldName[]): Promise<void> {
    this.#editBuffer.runAllNow();
    this.#setState({ requestError: undefined });
    await this.requestOrShowError({ type: 'save', fields: [...fields] });
  }

  /** Sends all buffered edits, because the page may be about to close. */
  flush(): void {
    this.#editBuffer.runAllNow();
  }

  /** Sends the buffered edits, then a component's request. Resolves with the host's response. */
  sendRequest(message: Message): Promise<HostResponse> {
    this.#editBuffer.runAllNow();
    return this.#host.request(message);
  }

  /**
   * Sends a message when the host has handled the previous message, or before the page closes. A later call with the
   * same key replaces a message that is not sent yet.
   */
  sendBuffered(key: string, message: Message): void {
    this.#editBuffer.schedule(key, () => void this.#host.request(message));
  }

  /** Shows the reason why an action failed. */
  showError(problem: string): void {
    this.#setState({ requestError: problem });
  }

  /** Cancels the save in progress. */
  cancelSave(): void {
    void this.requestOrShowError({ type: 'cancelSave' });
  }

  runAction(action: Action): void {
    void this.requestOrShowError({ type: 'act', action });
  }

  /** Resolves the conflict of a field with the version that the user chose. */
  resolveConflict(field: FieldName, keep: 'mine' | 'theirs'): void {
    this.#editBuffer.runAllNow();
    void this.requestOrShowError({ type: 'resolve', field, keep });
  }

  compareVersions(field: FieldName): void {
    this.#editBuffer.runAllNow();
    void this.requestOrShowError({ type: 'compare', field });
  }

  openLink(href: string): void {
    const id = rowOfLineLink(href);
    void this.requestOrShowError(id === undefined ? { type: 'openLink', href } : { type: 'openCode', id });
  }

  /**
   * Requests the complete list of the field's choices, or without a field the list of users who can be mentioned. The
   * list arrives with a later model.
   */
  requestChoices(field?: FieldName): void {
    void this.requestOrShowError(field === undefined ? { type: 'offer' } : { type: 'offer', field });
  }

  /** Resolves with the work items that match the text and that the field accepts. */
  async findItemChoices(
    field: FieldName,
    text: string,
  ): Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }> {
    const { choices, problem } = await this.#host.request({ type: 'find', field, text });
    return { choices: choices ?? [], problem };
  }

  /**
   * Creates a value of the field. Resolves with the choice for the value, or with the reason why it was not created.
   */
  async createChoice(
    field: FieldName,
    newChoiceId: string,
    text: string,
  ): Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }> {
    const { choices, problem } = await this.#host.request({
      type: 'createChoice',
      field,
      newChoice: newChoiceId,
      text,
    });
    return { choices: choices ?? [], problem };
  }

  /** Shows an empty secondary field, and opens it. */
  addField(name: FieldName): void {
    this.#setState({ addedFields: [...this.#state.addedFields, name], openedField: { name } });
  }

  /** Focuses the control of a field in the column of properties, and opens its list. */
  openField(name: FieldName): void {
    this.#setState({ openedField: { name } });
  }

  setFolded(section: string, isFolded: boolean): void {
    const otherSections = this.#state.foldedSections.filter((name) => name !== section);
    this.#setState({ foldedSections: isFolded ? [...otherSections, section] : otherSections });
  }

  focusComposer(): void {
    this.#setState({ focus: { where: 'composer' } });
  }

  showShortcuts(showsShortcuts: boolean): void {
    this.#setState({ showsShortcuts });
  }

  /** Sends a request. If it fails, shows the reason. */
  async requestOrShowError(message: Message): Promise<void> {
    const { problem } = await this.#host.request(message);
    if (problem !== undefined) this.showError(problem);
  }

  #receive(update: PageUpdate): PageModel | undefined {
    this.#received = applyUpdate(this.#received, update);
    const { isUpdateMissing, model } = this.#received;
    // A page that has received no model is already waiting for one, so it requests nothing. It may receive updates that
    // were meant for an earlier page in the same tab.
    if (isUpdateMissing && model !== undefined) void this.#host.request({ type: 'resend' });
    return model;
  }

  #showUpdate(update: PageUpdate): void {
    const model = this.#receive(update);
    if (model === undefined) return;
    const { editedValues, editedComposerContent, requestError, model: previousModel } = this.#state;
    // If the text of the error equals the text of the host's notice, the page hides the error when the host removes the
    // notice.
    const isNoticeRemoved =
      requestError !== undefined && requestError === previousModel?.notice?.message && model.notice === undefined;
    this.#setState({
      model,
      requestError: isNoticeRemoved ? undefined : requestError,
      editedValues: new Map(
        [...editedValues].filter(([, { sequence }]) => isNewerThanHost(sequence, model.ackSequence)),
      ),
      editedComposerContent:
        editedComposerContent && isNewerThanHost(editedComposerContent.sequence, model.ackSequence)
          ? editedComposerContent
          : undefined,
    });
    this.#editBuffer.runAllIfAcknowledged();
  }

  #applyHistoryStep(step: ReturnType<typeof undo>, isUndo: boolean): void {
    if (!step) return;
    this.#setField(step.field, step.value, step.history);
    this.#setState({ historyStep: { field: step.field, isUndo } });
    this.#editBuffer.runNow(step.field);
  }

  #setField(field: FieldName, value: FieldValue, history: EditHistory): void {
    this.#setState({
      editedValues: new Map([...this.#state.editedValues, [field, { value, sequence: 'buffered' }]]),
      history,
    });
    this.#editBuffer.schedule(field, () => {
      const sequence = this.#host.send({ type: 'edit', field, value });
      this.#setState({ editedValues: new Map([...this.#state.editedValues, [field, { value, sequence }]]) });
    });
  }

  #setState(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
