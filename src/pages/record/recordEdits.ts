// Stores the edits of one record as a draft, validates them and sends them.

import * as l10n from '@vscode/l10n';
import { type RecordAddress, recordKey } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import { raceAbort } from '../../client/abort.ts';
import { type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import { formatList } from '../../std/english.ts';
import type { ConfirmedFields, Conflict } from '../edits/conflict.ts';
import { EditEngine } from '../edits/editEngine.ts';
import { type FieldEntries, valuesEditedSince, valuesOf } from '../edits/settling.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { type FieldProblems, type FieldValues, notStored, problemsIn } from '../fields/values.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';
import { type EditorModel } from '../protocol/messages.ts';
import type { FailedMove } from './failedMove.ts';
import type { DraftSlot, RecordTarget, SentFields } from './recordTarget.ts';
import { targetOf } from './resourceTarget.ts';
import {
  changedOnServerText,
  invalidFieldsText,
  mayHaveArrivedText,
  missingIn,
  notSavedText,
  problemsOfRefusal,
} from './saveProblems.ts';

/** How a record was created. */
export interface CreatedInfo {
  /** The cycle or module that it was not added to. */
  readonly failedMoves: readonly FailedMove[];
  /** Where the user started to create the record; see `NewRecord.origin`. */
  readonly origin: string | undefined;
}

export interface EditsDeps {
  readonly target: RecordTarget;
  readonly key: string;
  readonly draftStore: DraftStore;
  readonly formatError: (fault: Fault) => string;
  store(): Store | undefined;
  title(): string;
  newId(): string;
  now(): number;
  changed(): void;
  /** Called when the record is created, with its address. The page shows the created record from then on. */
  onCreated(address: RecordAddress, making: CreatedInfo): void;
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
    this.#engine = new EditEngine({ ...deps, fields: deps.target.form.fields });
  }

  get saving(): boolean {
    return this.#saving !== undefined;
  }

  /** The errors by field, from validation or from the server's last response. */
  get problems(): FieldProblems {
    return this.#problems;
  }

  get notice(): EditorModel['notice'] | undefined {
    return this.#notice;
  }

  /** Sets the value of a field and validates it. Ignores fields that the record does not have. */
  edit(field: FieldName, value: FieldValue): void {
    const spec = this.#spec(field);
    if (spec === undefined) return;
    const confirmed = this.#confirmedValues();
    const { [field]: _problem, ...otherProblems } = this.#problems;
    this.#problems = otherProblems;
    this.#engine.edit(spec, value, confirmed);
    if (confirmed !== undefined) this.#problems = { ...this.#problems, ...this.#problemOf(spec, confirmed) };
  }

  /** Shows a notice that the form contains restored changes. */
  showRestoredNotice(): void {
    this.#notice = { level: 'info', message: l10n.t('Restored your unsaved changes. Select Revert to discard them.') };
  }

  /** Removes the notice that the key or token was rejected, because the user has signed in again. */
  signedIn(): void {
    if (this.#notice === this.#rejectionNotice) this.#notice = undefined;
  }

  /** Whether the record has a field with this name. */
  hasField(field: FieldName): boolean {
    return this.#spec(field) !== undefined;
  }

  /**
   * Validates the field that was just edited. An empty name is not an error before the save, because the user may be
   * about to type another name.
   */
  #problemOf(spec: FieldSpec, confirmed: FieldValues): FieldProblems {
    const touched = this.#engine.draft?.touched ?? {};
    const isName = this.#deps.target.form.fields[0] === spec;
    const problem = isName && touched[spec.name] === '' ? undefined : this.#problemsIn(touched, confirmed)[spec.name];
    return problem === undefined ? {} : { [spec.name]: problem };
  }

  #problemsIn(touched: Draft['touched'], confirmed: FieldValues): FieldProblems {
    const { target } = this.#deps;
    return { ...problemsIn(target.form, touched, confirmed), ...target.check(touched) };
  }

  /** Discards the edits of one field, or of all fields. */
  revert(field: FieldName | undefined): void {
    this.#engine.revert(field);
    this.#problems = {};
    this.#notice = undefined;
  }

  /** The fields that another user changed after the user started to edit them. */
  get conflicts(): readonly Conflict[] {
    const store = this.#deps.store();
    const confirmed = store === undefined || this.#deps.target.isNew ? undefined : this.#confirmed(store);
    return confirmed === undefined ? [] : this.#engine.conflicts(confirmed);
  }

  /** Resolves a conflict: keeps the draft's value of the field for the next save, or discards it. */
  resolve(field: FieldName, keep: 'mine' | 'theirs'): void {
    const conflict = this.conflicts.find((conflict) => conflict.field === field);
    if (conflict === undefined) return;
    if (keep === 'theirs') this.revert(field);
    else this.#engine.keepMine([conflict]);
    this.#notice = undefined;
  }

  #confirmed(store: Store): ConfirmedFields | undefined {
    const { target } = this.#deps;
    const values = target.confirmed(store, this.#engine.draft);
    return values === undefined ? undefined : { values, changedAt: target.dates(store).updatedAt };
  }

  /**
   * Sends the touched fields, or creates the record. Resolves with an error message if that failed; the draft then
   * stays.
   */
  async save(): Promise<string | undefined> {
    const { target } = this.#deps;
    const store = this.#deps.store();
    const confirmed = this.#confirmedValues();
    const touched = this.#engine.draft?.touched ?? {};
    const sent = this.#engine.touched;
    if ((sent.length === 0 && !target.isNew) || this.saving) return undefined;
    if (store === undefined)
      return this.#showNotice(l10n.t('You are signed out. Sign in to send this. It is kept as a draft.'));
    if (confirmed === undefined)
      return this.#showNotice(l10n.t('Nothing was sent, because the page is not loaded yet.'));
    const obstacle = target.obstacle?.(store);
    if (obstacle !== undefined)
      return this.#showNotice(`${notSavedText(target, obstacle)} ${l10n.t('Your text is kept as a draft.')}`);
    this.#problems = {
      ...(target.isNew ? missingIn(target.form, { ...confirmed, ...touched }) : {}),
      ...this.#problemsIn(touched, confirmed),
    };
    const invalidLabels = target.form.fields
      .filter(({ name }) => this.#problems[name] !== undefined)
      .map(({ label }) => label);
    if (invalidLabels.length > 0) return this.#showNotice(invalidFieldsText(target, invalidLabels));
    return this.#send(store, sent);
  }

  /** Cancels the running save. The server may already have received the request. */
  cancel(): void {
    this.#saving?.abort();
  }

  async #send(store: Store, sent: FieldEntries): Promise<string | undefined> {
    const { target } = this.#deps;
    const controller = new AbortController();
    const { signal } = controller;
    this.#saving = controller;
    this.#notice = undefined;
    this.#deps.changed();
    let hasStartedSending = false;
    const sendRecord = (values: FieldValues): Promise<SentFields> => {
      hasStartedSending = true;
      return target.send(store, values, this.#draftSlot(), { signal });
    };
    try {
      if (target.isNew) return this.#made(await this.#engine.whileSending(sent, () => sendRecord(valuesOf(sent))));
      const outcome = await this.#engine.send(sent, {
        read: () => raceAbort(target.read(store, { signal }), signal),
        confirmed: () => this.#confirmed(store),
        send: async (values) => (await sendRecord(values)).values,
      });
      if ('conflicts' in outcome)
        return this.#showNotice(
          changedOnServerText(outcome.conflicts.map(({ field }) => this.#spec(field)?.label ?? field)),
        );
      const droppedLabels = notStored(outcome.sent, outcome.values).map(({ label }) => label);
      this.#notice =
        droppedLabels.length === 0
          ? undefined
          : {
              level: 'warning',
              message: l10n.t('Saved, but the server did not store: {0}.', formatList(droppedLabels)),
            };
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      this.dropSettled(store);
      return this.#showFailedSave(fault, hasStartedSending && mayHaveBeenProcessed(fault));
    } finally {
      this.#saving = undefined;
      this.#deps.changed();
    }
  }

  /** Moves the edits that were made during the request to a draft of the created record. */
  #made({ values, created: made }: SentFields): undefined {
    if (made === undefined) return undefined;
    const { address, of: createdWith, notPut: failedMoves = [] } = made;
    const { draftStore, target } = this.#deps;
    const origin = this.#engine.draft?.making?.origin;
    const unsentValues = valuesEditedSince(target.form, this.#engine.draft?.touched ?? {}, createdWith);
    this.#engine.change(() => ({ touched: {}, base: {}, making: undefined }));
    const base = Object.fromEntries(Object.entries(values).filter(([name]) => unsentValues[name] !== undefined));
    const title = targetOf(address).title(this.#deps.store()) ?? this.#deps.title();
    if (Object.keys(unsentValues).length > 0)
      draftStore.change(recordKey(address), title, () => ({ touched: unsentValues, base }));
    this.#deps.onCreated(address, { failedMoves, origin });
    return undefined;
  }

  #showFailedSave(fault: Fault, mayHaveArrived: boolean): string {
    const { target, formatError } = this.#deps;
    this.#problems = problemsOfRefusal(target.form, fault);
    const arrivalHint = mayHaveArrived ? `${mayHaveArrivedText(target)} ` : '';
    const keptHint = target.isNew
      ? l10n.t('Your text is kept as a draft.')
      : l10n.t('Your changes are kept as a draft.');
    const level = fault.kind !== 'cancelled' ? 'error' : mayHaveArrived ? 'warning' : 'info';
    const sentence = this.#showNotice(`${notSavedText(target, formatError(fault))} ${arrivalHint}${keptHint}`, level);
    if (fault.kind === 'unauthorized') this.#rejectionNotice = this.#notice;
    return sentence;
  }

  #showNotice(message: string, level: 'error' | 'warning' | 'info' = 'error'): string {
    this.#notice = { level, message };
    this.#deps.changed();
    return message;
  }

  /** Removes fields from the draft whose values the server has too; see `EditEngine.dropSettled`. */
  dropSettled(store: Store): void {
    const confirmed = this.#deps.target.confirmed(store, this.#engine.draft);
    if (confirmed !== undefined) this.#engine.dropSettled(confirmed);
  }

  #confirmedValues(): FieldValues | undefined {
    return this.#deps.target.confirmed(this.#deps.store(), this.#engine.draft);
  }

  #spec(field: FieldName): FieldSpec | undefined {
    return this.#deps.target.form.fields.find(({ name }) => name === field);
  }

  #draftSlot(): DraftSlot {
    const { draftStore } = this.#deps;
    return {
      held: () => this.#engine.draft,
      change: (edit) => this.#engine.change(edit),
      flush: () => draftStore.flushBeforeSend(),
      newId: () => this.#deps.newId(),
      now: () => this.#deps.now(),
    };
  }
}
