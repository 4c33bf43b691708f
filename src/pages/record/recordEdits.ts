// Edits the fields of one record: stores edits as a draft, validates and sends them.

import * as l10n from '@vscode/l10n';
import { type RecordAddress, recordKey } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import { raceAbort } from '../../client/abort.ts';
import { type Fault, faultOf, mayHaveHappened } from '../../client/apiError.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import { formatList } from '../../std/english.ts';
import type { ConfirmedFields, Conflict } from '../edits/conflict.ts';
import { EditEngine } from '../edits/editEngine.ts';
import { type Fields, valuesOf, writtenSince } from '../edits/settling.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { type FieldProblems, type FieldValues, notStored, problemsIn } from '../fields/values.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';
import { type EditorModel } from '../protocol/messages.ts';
import type { FailedMove } from './failedMove.ts';
import type { DraftSlot, RecordTarget, SentFields } from './recordTarget.ts';
import { targetOf } from './resourceTarget.ts';
import {
  changedOnServer,
  invalidFieldsText,
  mayHaveArrivedText,
  missingIn,
  notSavedText,
  problemsOfRefusal,
} from './saveProblems.ts';

/** Information about a record that was created. */
export interface CreatedInfo {
  /** The cycle or module that it was not added to. */
  readonly notPut: readonly FailedMove[];
  /** Where the record was started, as text written by the code that started it. */
  readonly origin: string | undefined;
}

export interface EditsDeps {
  readonly subject: RecordTarget;
  readonly key: string;
  readonly draftStore: DraftStore;
  readonly words: (fault: Fault) => string;
  store(): Store | undefined;
  title(): string;
  newId(): string;
  now(): number;
  changed(): void;
  /** Called when the record is created: the page shows it from now on. */
  made(address: RecordAddress, making: CreatedInfo): void;
}

export class RecordEdits {
  readonly #deps: EditsDeps;
  readonly #engine: EditEngine;
  #saving: AbortController | undefined;
  #problems: FieldProblems = {};
  #notice: EditorModel['notice'] | undefined;
  /** The notice of a save for which the server rejected the key or token. */
  #rejectionNotice: EditorModel['notice'] | undefined;

  constructor(deps: EditsDeps) {
    this.#deps = deps;
    this.#engine = new EditEngine({ ...deps, fields: deps.subject.kind.fields });
  }

  get saving(): boolean {
    return this.#saving !== undefined;
  }

  /** The errors by field: from the rules, or from the server's last response. */
  get problems(): FieldProblems {
    return this.#problems;
  }

  get notice(): EditorModel['notice'] | undefined {
    return this.#notice;
  }

  /** Sets the value of a field. A field that is equal to the server's value again is not touched any more. */
  edit(field: FieldName, value: FieldValue): void {
    const spec = this.#spec(field);
    if (spec === undefined) return;
    const confirmed = this.#confirmedValues();
    const { [field]: _solved, ...otherProblems } = this.#problems;
    this.#problems = otherProblems;
    this.#engine.edit(spec, value, confirmed);
    if (confirmed !== undefined) this.#problems = { ...this.#problems, ...this.#problemOf(spec, confirmed) };
  }

  /** Shows that the form contains a draft from earlier. */
  offer(): void {
    this.#notice = { level: 'info', message: l10n.t('Restored your unsaved changes. Select Revert to discard them.') };
  }

  /** The user has signed in again: a notice that the key or token was rejected is out of date. */
  signedIn(): void {
    if (this.#notice === this.#rejectionNotice) this.#notice = undefined;
  }

  /** Whether the record has such a field. */
  knows(field: FieldName): boolean {
    return this.#spec(field) !== undefined;
  }

  /**
   * Validates the field that was just edited, so that its error is shown immediately. An empty name is reported only by
   * the save, because the user may be replacing it.
   */
  #problemOf(spec: FieldSpec, confirmed: FieldValues): FieldProblems {
    const touched = this.#engine.draft?.touched ?? {};
    const isName = this.#deps.subject.kind.fields[0] === spec;
    const problem = isName && touched[spec.name] === '' ? undefined : this.#problemsIn(touched, confirmed)[spec.name];
    return problem === undefined ? {} : { [spec.name]: problem };
  }

  #problemsIn(touched: Draft['touched'], confirmed: FieldValues): FieldProblems {
    const { subject } = this.#deps;
    return { ...problemsIn(subject.kind, touched, confirmed), ...subject.check(touched) };
  }

  /** Discards the draft of one field, or of all. */
  revert(field: FieldName | undefined): void {
    this.#engine.revert(field);
    this.#problems = {};
    this.#notice = undefined;
  }

  /** Fields that another user changed since they were touched here. */
  get conflicts(): readonly Conflict[] {
    const store = this.#deps.store();
    const confirmed = store === undefined || this.#deps.subject.isNew ? undefined : this.#confirmed(store);
    return confirmed === undefined ? [] : this.#engine.conflicts(confirmed);
  }

  /** Resolves a conflict: the field is sent as it was edited here, or takes the server's value. */
  resolve(field: FieldName, keep: 'mine' | 'theirs'): void {
    const conflict = this.conflicts.find((one) => one.field === field);
    if (conflict === undefined) return;
    if (keep === 'theirs') this.revert(field);
    else this.#engine.keepMine([conflict]);
    this.#notice = undefined;
  }

  #confirmed(store: Store): ConfirmedFields | undefined {
    const { subject } = this.#deps;
    const values = subject.confirmed(store, this.#engine.draft);
    return values === undefined ? undefined : { values, changedAt: subject.dates(store).updatedAt };
  }

  /**
   * Sends the touched fields, or creates the record. Resolves with an error message if that failed; the draft is then
   * kept.
   */
  async save(): Promise<string | undefined> {
    const { subject } = this.#deps;
    const store = this.#deps.store();
    const confirmed = this.#confirmedValues();
    const touched = this.#engine.draft?.touched ?? {};
    const sent = this.#engine.touched;
    if ((sent.length === 0 && !subject.isNew) || this.saving) return undefined;
    if (store === undefined)
      return this.#refuse(l10n.t('You are signed out. Sign in to send this. It is kept as a draft.'));
    if (confirmed === undefined) return this.#refuse(l10n.t('Nothing was sent, because the page is not loaded yet.'));
    const obstacle = subject.obstacle?.(store);
    if (obstacle !== undefined)
      return this.#refuse(`${notSavedText(subject, obstacle)} ${l10n.t('Your text is kept as a draft.')}`);
    this.#problems = {
      ...(subject.isNew ? missingIn(subject.kind, { ...confirmed, ...touched }) : {}),
      ...this.#problemsIn(touched, confirmed),
    };
    const wrong = subject.kind.fields
      .filter(({ name }) => this.#problems[name] !== undefined)
      .map(({ label }) => label);
    if (wrong.length > 0) return this.#refuse(invalidFieldsText(subject, wrong));
    return this.#send(store, sent);
  }

  /** Cancels the running save. Whether the server has received it is then unknown. */
  cancel(): void {
    this.#saving?.abort();
  }

  async #send(store: Store, sent: Fields): Promise<string | undefined> {
    const { subject } = this.#deps;
    const stop = new AbortController();
    const { signal } = stop;
    this.#saving = stop;
    this.#notice = undefined;
    this.#deps.changed();
    let mayHaveLeft = false;
    const leave = (values: FieldValues): Promise<SentFields> => {
      mayHaveLeft = true;
      return subject.send(store, values, this.#slot(), { signal });
    };
    try {
      if (subject.isNew) return this.#made(await this.#engine.whileUnderWay(sent, () => leave(valuesOf(sent))));
      const outcome = await this.#engine.send(sent, {
        read: () => raceAbort(subject.read(store, { signal }), signal),
        confirmed: () => this.#confirmed(store),
        send: async (values) => (await leave(values)).values,
      });
      if ('conflicts' in outcome)
        return this.#refuse(changedOnServer(outcome.conflicts.map(({ field }) => this.#spec(field)?.label ?? field)));
      const lost = notStored(outcome.sent, outcome.values).map(({ label }) => label);
      this.#notice =
        lost.length === 0
          ? undefined
          : { level: 'warning', message: l10n.t('Saved, but the server did not store: {0}.', formatList(lost)) };
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      this.dropSettled(store);
      return this.#refusedSave(fault, mayHaveLeft && mayHaveHappened(fault));
    } finally {
      this.#saving = undefined;
      this.#deps.changed();
    }
  }

  /** What was edited since the request becomes a draft of the new record. */
  #made({ values, made }: SentFields): undefined {
    if (made === undefined) return undefined;
    const { address, of, notPut = [] } = made;
    const { draftStore, subject } = this.#deps;
    const origin = this.#engine.draft?.making?.origin;
    const rest = writtenSince(subject.kind, this.#engine.draft?.touched ?? {}, of);
    this.#engine.change(() => ({ touched: {}, base: {}, making: undefined }));
    const base = Object.fromEntries(Object.entries(values).filter(([name]) => rest[name] !== undefined));
    const title = targetOf(address).title(this.#deps.store()) ?? this.#deps.title();
    if (Object.keys(rest).length > 0) draftStore.change(recordKey(address), title, () => ({ touched: rest, base }));
    this.#deps.made(address, { notPut, origin });
    return undefined;
  }

  #refusedSave(fault: Fault, mayHaveArrived: boolean): string {
    const { subject, words } = this.#deps;
    this.#problems = problemsOfRefusal(subject.kind, fault);
    const perhaps = mayHaveArrived ? `${mayHaveArrivedText(subject)} ` : '';
    const kept = subject.isNew ? l10n.t('Your text is kept as a draft.') : l10n.t('Your changes are kept as a draft.');
    const level = fault.kind !== 'cancelled' ? 'error' : mayHaveArrived ? 'warning' : 'info';
    const sentence = this.#refuse(`${notSavedText(subject, words(fault))} ${perhaps}${kept}`, level);
    if (fault.kind === 'unauthorized') this.#rejectionNotice = this.#notice;
    return sentence;
  }

  #refuse(message: string, level: 'error' | 'warning' | 'info' = 'error'): string {
    this.#notice = { level, message };
    this.#deps.changed();
    return message;
  }

  /** Removes what the server has as well from the draft; see `EditEngine.dropSettled`. */
  dropSettled(store: Store): void {
    const confirmed = this.#deps.subject.confirmed(store, this.#engine.draft);
    if (confirmed !== undefined) this.#engine.dropSettled(confirmed);
  }

  #confirmedValues(): FieldValues | undefined {
    return this.#deps.subject.confirmed(this.#deps.store(), this.#engine.draft);
  }

  #spec(field: FieldName): FieldSpec | undefined {
    return this.#deps.subject.kind.fields.find(({ name }) => name === field);
  }

  #slot(): DraftSlot {
    const { draftStore } = this.#deps;
    return {
      held: () => this.#engine.draft,
      change: (edit) => this.#engine.change(edit),
      flush: () => draftStore.beforeLeaving(),
      newId: () => this.#deps.newId(),
      now: () => this.#deps.now(),
    };
  }
}
