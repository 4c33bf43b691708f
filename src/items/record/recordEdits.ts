// Stores the edits of one record as a draft, validates them and sends them.

import * as l10n from '@vscode/l10n';
import { raceAbort } from '../../client/abort.ts';
import { type Fault, faultOf, isRecordGone, isScopeMissing, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { type RecordAddress, recordKey } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Draft, DraftValue } from '../../core/drafts/draft.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import type { Clock } from '../../std/clock.ts';
import { formatList } from '../../std/formatText.ts';
import { ChosenFields } from '../edits/chosenFields.ts';
import type { ConfirmedRecord, Conflict } from '../edits/conflict.ts';
import { EditEngine } from '../edits/editEngine.ts';
import { type FieldEntries, valuesEditedSince, valuesOf } from '../edits/settleDraft.ts';
import { isChosenValue } from '../form/chosenValue.ts';
import type { FieldName, FieldValue } from '../form/fieldProtocol.ts';
import type { FieldSpec } from '../form/fieldSpec.ts';
import type { NoticeView } from '../form/recordProtocol.ts';
import { type FieldProblems, type FieldValues, ignoredFields, problemsIn } from '../form/values.ts';
import { targetOf } from './existingRecordTarget.ts';
import type { CreatedInfo } from './newRecordDraft.ts';
import { nextNewItem } from './nextNewItem.ts';
import type { DraftSlot, RecordSendResult, RecordTarget } from './recordTarget.ts';
import {
  changedOnServerText,
  invalidFieldsText,
  mayHaveArrivedText,
  missingFieldProblems,
  notSavedText,
  problemsOfRejection,
} from './saveProblems.ts';

/** A field that the server has stored: the server's value before, and its value in the response. */
export interface SavedField {
  readonly field: FieldName;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

const STATE_FIELD: FieldName = 'state';

export interface EditsDeps {
  readonly clock: Clock;
  readonly target: RecordTarget;
  readonly key: string;
  readonly draftStore: DraftStore;
  readonly formatError: (fault: Fault) => string;
  store(): Store | undefined;
  title(): string;
  newId(): string;
  now(): number;
  changed(): void;
  /** Called with the fault of a save if the record no longer exists. */
  onDeleted(fault: Fault): void;
  /** Called when the record is created, with its address. The page shows the created record from then on. */
  onCreated(address: RecordAddress, created: CreatedInfo): void;
  /** Resolves with whether the user wants to change the state to this one. */
  confirmState(state: string): Promise<boolean>;
  /** Called with the fields that a request has changed. */
  onSaved(fields: readonly SavedField[]): void;
}

/** A save that is running. `savesAllFields` is true if it sends all edits, not only some fields. */
interface RunningSave {
  readonly controller: AbortController;
  readonly savesAllFields: boolean;
  done: Promise<unknown>;
}

interface SendOptions {
  /** Whether fields without conflicts are sent if other fields have conflicts. */
  readonly sendsFieldsWithoutConflicts?: boolean;
  /** Whether the record was just read, so that it need not be read again before the request. */
  readonly hasReadRecord?: boolean;
  /** Whether the draft becomes the draft of the next new work item after this record was created. */
  readonly startsNext?: boolean;
}

export class RecordEdits {
  readonly #deps: EditsDeps;
  readonly #engine: EditEngine;
  /** The fields of an existing record whose chosen values wait to be saved. */
  readonly #chosenFields: ChosenFields;
  #runningSave: RunningSave | undefined;
  #problems: FieldProblems = {};
  #isScopeMissing = false;
  #notice: NoticeView | undefined;
  /** The notice of a save for which the server rejected the key or token. */
  #rejectionNotice: NoticeView | undefined;

  constructor(deps: EditsDeps) {
    this.#deps = deps;
    this.#engine = new EditEngine({ ...deps, fields: deps.target.form.fields });
    this.#chosenFields = new ChosenFields(deps.clock, () => void this.saveChosen());
  }

  get saving(): boolean {
    return this.#runningSave !== undefined;
  }

  /** The fields whose chosen values are being saved, or will be within one second. */
  get fieldsBeingSaved(): ReadonlySet<FieldName> {
    return new Set([...this.#chosenFields.names, ...this.#engine.fieldsBeingSent]);
  }

  /** The errors by field, from validation or from the server's last response. */
  get problems(): FieldProblems {
    return this.#problems;
  }

  /** Whether the server has refused a save because the access token lacks a scope. */
  get isScopeMissing(): boolean {
    return this.#isScopeMissing;
  }

  get notice(): NoticeView | undefined {
    return this.#notice;
  }

  /**
   * Sets the value of a field and validates it. A chosen value of an existing record is saved soon, a typed value when
   * the user saves. Ignores fields that the record does not have.
   */
  edit(field: FieldName, value: FieldValue): void {
    const spec = this.#spec(field);
    if (spec === undefined) return;
    const confirmed = this.#confirmedValues();
    const { [field]: _problem, ...otherProblems } = this.#problems;
    this.#problems = otherProblems;
    this.#engine.edit(spec, value, confirmed);
    if (confirmed !== undefined) this.#problems = { ...this.#problems, ...this.#problemOf(spec, confirmed) };
    if (!this.#deps.target.isNew && isChosenValue(spec, value)) this.#chosenFields.add(field);
    else this.#chosenFields.remove(field);
  }

  /** Shows a notice that the form contains restored changes. */
  showRestoredNotice(): void {
    this.#notice = { level: 'info', message: l10n.t('Restored your unsaved changes. Select Discard to remove them.') };
  }

  /** Removes the notice that the key or token was rejected, because the user has signed in again. */
  handleSignIn(): void {
    this.#isScopeMissing = false;
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
    if (field === undefined) this.#chosenFields.takeFields();
    else this.#chosenFields.remove(field);
    this.#engine.revert(field);
    this.#problems = {};
    this.#notice = undefined;
  }

  /** The conflicts of the fields that are not being sent; empty for a new record. */
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
    else this.#keepMine(conflict);
    this.#notice = undefined;
  }

  /**
   * Keeps the draft's value. A chosen value is then saved soon, as after the choice; a typed value when the user saves.
   */
  #keepMine(conflict: Conflict): void {
    this.#engine.keepMine([conflict]);
    const spec = this.#spec(conflict.field);
    if (spec !== undefined && isChosenValue(spec, conflict.mine)) this.#chosenFields.add(conflict.field);
  }

  #confirmed(store: Store): ConfirmedRecord | undefined {
    const { target } = this.#deps;
    const values = target.confirmed(store, this.#engine.draft);
    return values === undefined ? undefined : { values, changedAt: target.dates(store).updatedAt };
  }

  /**
   * Sends the edited fields, or creates the record. If `names` is set, sends only the fields with these names. If
   * `startsNext` is true, the draft then becomes the draft of the next new work item. If the request fails, keeps the
   * draft and resolves with an error message.
   */
  async save(names?: readonly FieldName[], startsNext = false): Promise<string | undefined> {
    if (this.#runningSave?.savesAllFields === true) return undefined;
    if (names?.includes(STATE_FIELD) ?? true) await this.#confirmState();
    while (this.#runningSave !== undefined) await this.#runningSave.done;
    const { target } = this.#deps;
    const store = this.#deps.store();
    const confirmed = this.#confirmedValues();
    const touched = this.#engine.draft?.touched ?? {};
    const sent = this.#engine.touched.filter(([{ name }]) => names?.includes(name) ?? true);
    if (sent.length === 0 && !target.isNew) return undefined;
    if (store === undefined)
      return this.#showNotice(l10n.t('You are signed out. Sign in to send this. It is kept as a draft.'));
    if (confirmed === undefined)
      return this.#showNotice(l10n.t('Not saved, because the page is not complete yet. Your text is kept as a draft.'));
    const obstacle = target.obstacle?.(store);
    if (obstacle !== undefined)
      return this.#showNotice(`${notSavedText(target, obstacle)} ${l10n.t('Your text is kept as a draft.')}`);
    this.#problems = {
      ...(target.isNew ? missingFieldProblems(target.form, { ...confirmed, ...touched }) : {}),
      ...this.#problemsIn(touched, confirmed),
    };
    const invalidFields = this.#invalidFields(this.#problems);
    const invalidLabels = target.form.fields
      .filter(({ name }) => invalidFields.has(name) && (names?.includes(name) ?? this.#problems[name] !== undefined))
      .map(({ label }) => label);
    if (invalidLabels.length > 0) return this.#showNotice(invalidFieldsText(target, invalidLabels));
    for (const [{ name }] of sent) this.#chosenFields.remove(name);
    return this.#run(names === undefined, (controller) => this.#send(store, sent, controller, { startsNext }));
  }

  /** Asks the user about the chosen state, and discards it if they do not want it. */
  async #confirmState(): Promise<void> {
    const state = (): DraftValue | undefined => this.#engine.draft?.touched[STATE_FIELD];
    const chosen = state();
    if (this.#deps.target.isNew || typeof chosen !== 'string' || (await this.#deps.confirmState(chosen))) return;
    if (state() === chosen) this.revert(STATE_FIELD);
    this.#deps.changed();
  }

  /**
   * Saves the fields in `#chosenFields`. Fields with invalid values or conflicts stay in the draft. Does not reject
   * when a request fails: the notice then contains the reason.
   */
  async saveChosen(): Promise<void> {
    if (this.#chosenFields.names.has(STATE_FIELD)) await this.#confirmState();
    while (this.#runningSave !== undefined) await this.#runningSave.done;
    const names = this.#withOtherDate(this.#chosenFields.takeFields());
    const store = this.#deps.store();
    const confirmed = this.#confirmedValues();
    const problems = confirmed === undefined ? {} : this.#problemsIn(this.#engine.draft?.touched ?? {}, confirmed);
    const invalidFields = this.#invalidFields(problems);
    const sent = this.#engine.touched.filter(([{ name }]) => names.includes(name) && !invalidFields.has(name));
    const otherProblems = Object.entries(this.#problems).filter(([name]) => !names.includes(name));
    const ownProblems = Object.entries(problems).filter(([name]) => names.includes(name));
    this.#problems = Object.fromEntries([...otherProblems, ...ownProblems]);
    this.#deps.changed();
    if (store === undefined || confirmed === undefined || sent.length === 0) return;
    await this.#run(false, (controller) => this.#send(store, sent, controller, { sendsFieldsWithoutConflicts: true }));
  }

  /**
   * If the names contain one date of the range, adds the other date, because one may be valid only together with the
   * other.
   */
  #withOtherDate(names: readonly FieldName[]): readonly FieldName[] {
    const { dateRange = [] } = this.#deps.target.form;
    return dateRange.some((name) => names.includes(name)) ? [...names, ...dateRange] : names;
  }

  /** Returns the fields that cannot be sent. If the dates are in the wrong order, these are both dates. */
  #invalidFields(problems: FieldProblems): ReadonlySet<FieldName> {
    const { dateRange = [] } = this.#deps.target.form;
    const isRangeInvalid = dateRange.some((name) => problems[name] !== undefined);
    return new Set([...Object.keys(problems), ...(isRangeInvalid ? dateRange : [])]);
  }

  /** Cancels the running save. The server may already have received the request. */
  cancel(): void {
    this.#runningSave?.controller.abort();
  }

  async #run<T>(savesAllFields: boolean, work: (controller: AbortController) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const runningSave: RunningSave = { controller, savesAllFields, done: Promise.resolve() };
    this.#runningSave = runningSave;
    this.#notice = undefined;
    const result = work(controller);
    runningSave.done = result.then(
      () => undefined,
      () => undefined,
    );
    this.#deps.changed();
    try {
      return await result;
    } finally {
      this.#runningSave = undefined;
      this.#deps.changed();
    }
  }

  async #send(
    store: Store,
    sent: FieldEntries,
    controller: AbortController,
    { sendsFieldsWithoutConflicts = false, hasReadRecord = false, startsNext = false }: SendOptions = {},
  ): Promise<string | undefined> {
    const { target } = this.#deps;
    const { signal } = controller;
    let hasStartedSending = false;
    let valuesBefore: FieldValues = {};
    const sendRecord = (values: FieldValues): Promise<RecordSendResult> => {
      hasStartedSending = true;
      valuesBefore = this.#confirmedValues() ?? {};
      return target.send(store, values, this.#draftSlot(), { signal });
    };
    try {
      if (target.isNew)
        return this.#finishCreation(
          await this.#engine.runWhileSending(sent, () => sendRecord(valuesOf(sent))),
          startsNext,
        );
      const outcome = await this.#engine.send(sent, {
        read: async () => {
          if (!hasReadRecord) await raceAbort(target.read(store, { signal, isCurrent: true }), signal);
        },
        confirmed: () => this.#confirmed(store),
        send: async (values) => (await sendRecord(values)).values,
      });
      if ('conflicts' in outcome) {
        const conflictingFields = new Set(outcome.conflicts.map(({ field }) => field));
        const otherFields = sendsFieldsWithoutConflicts
          ? sent.filter(([{ name }]) => !conflictingFields.has(name))
          : [];
        const problem =
          otherFields.length === 0
            ? undefined
            : await this.#send(store, otherFields, controller, { hasReadRecord: true });
        return problem ?? this.#showConflicts(outcome.conflicts);
      }
      this.#reportSaved(outcome.sent, valuesBefore, outcome.values);
      const ignoredLabels = ignoredFields(outcome.sent, outcome.values).map(({ label }) => label);
      this.#notice =
        ignoredLabels.length === 0
          ? undefined
          : {
              level: 'warning',
              message: l10n.t('Saved, but the server did not store: {0}.', formatList(ignoredLabels)),
            };
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      this.dropSettled(store);
      const retry = this.#runningSave?.savesAllFields === true ? 'all' : sent.map(([{ name }]) => name);
      return this.#showFailedSave(fault, hasStartedSending && mayHaveBeenProcessed(fault), retry);
    }
  }

  #reportSaved(sent: FieldEntries, before: FieldValues, after: FieldValues): void {
    const savedFields = sent.flatMap(([{ name }]): SavedField[] => {
      const [valueBefore, valueAfter] = [before[name], after[name]];
      return valueBefore === undefined || valueAfter === undefined
        ? []
        : [{ field: name, before: valueBefore, after: valueAfter }];
    });
    if (savedFields.length > 0) this.#deps.onSaved(savedFields);
  }

  /** Moves the edits that were made during the request to a draft of the created record. */
  #finishCreation({ values, created }: RecordSendResult, startsNext: boolean): undefined {
    if (created === undefined) return undefined;
    const { address, sentValues: createdWith, failedAdds = [], ignoredLabels } = created;
    const { draftStore, target } = this.#deps;
    const { draft } = this.#engine;
    const origin = draft?.newRecord?.origin;
    const newRecord = startsNext ? nextNewItem(createdWith, draft, this.#deps.newId()) : undefined;
    const unsentValues = valuesEditedSince(target.form, draft?.touched ?? {}, createdWith);
    this.#engine.change(() => ({ touched: {}, base: {}, newRecord }));
    const base = Object.fromEntries(Object.entries(values).filter(([name]) => unsentValues[name] !== undefined));
    const title = targetOf(address).title(this.#deps.store()) ?? this.#deps.title();
    if (Object.keys(unsentValues).length > 0)
      draftStore.change(recordKey(address), title, () => ({ touched: unsentValues, base }));
    this.#deps.onCreated(address, {
      failedAdds,
      ignoredLabels,
      origin,
      showsNextRecord: startsNext,
      values: createdWith,
    });
    return undefined;
  }

  #showFailedSave(fault: Fault, mayHaveArrived: boolean, retry: readonly FieldName[] | 'all'): string {
    const { target, formatError } = this.#deps;
    this.#problems = problemsOfRejection(target.form, fault);
    if (isScopeMissing(fault)) this.#isScopeMissing = true;
    if (!target.isNew && isRecordGone(fault)) this.#deps.onDeleted(fault);
    const mayHaveArrivedHint = mayHaveArrived ? `${mayHaveArrivedText(target)} ` : '';
    const storedTextHint = target.isNew
      ? l10n.t('Your text is kept as a draft.')
      : l10n.t('Your changes are kept as a draft.');
    const level = fault.kind !== 'cancelled' ? 'error' : mayHaveArrived ? 'warning' : 'info';
    const canSucceedLater = fault.kind !== 'rejected' && fault.kind !== 'invalidRequest';
    const message = `${notSavedText(target, formatError(fault))} ${mayHaveArrivedHint}${storedTextHint}`;
    this.#showNotice(message, level, canSucceedLater ? { retry } : {});
    if (fault.kind === 'unauthorized') this.#rejectionNotice = this.#notice;
    return message;
  }

  #showConflicts(conflicts: readonly Conflict[]): string {
    const labels = conflicts.map(({ field }) => this.#spec(field)?.label ?? field);
    return this.#showNotice(changedOnServerText(labels), 'error', { isConflict: true });
  }

  #showNotice(
    message: string,
    level: NoticeView['level'] = 'error',
    more: Pick<NoticeView, 'isConflict' | 'retry'> = {},
  ): string {
    this.#notice = { level, message, ...more };
    this.#deps.changed();
    return message;
  }

  /** Removes from the draft the fields whose values are already on the server; see `EditEngine.dropSettled`. */
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
      draft: () => this.#engine.draft,
      change: (edit) => this.#engine.change(edit),
      flush: () => draftStore.flushBeforeSend(),
      newId: () => this.#deps.newId(),
      now: () => this.#deps.now(),
    };
  }
}
