// Owns the edits of one record's fields: from the keystroke to the draft, and from the draft to the service.

import { type RecordAddress, recordKey } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import { raceAbort } from '../../client/abort.ts';
import { ApiError, type Fault, faultOf, mayHaveHappened } from '../../client/apiError.ts';
import { type Draft, withoutSent } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { type FieldProblems, type FieldValues, isSameFieldValue, notStored, problemsIn, touchedFields } from '../fields/values.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';
import { type EditorModel } from '../protocol/messages.ts';
import { type Conflict, conflictsIn } from './conflict.ts';
import type { FailedMove } from './failedMove.ts';
import type { DraftSlot, RecordTarget, SentFields } from './recordTarget.ts';
import { targetOf } from './recordTargets.ts';
import { changedOnServer, mayHaveArrivedText, missingIn, notSaved, problemsOfRefusal } from './saveProblems.ts';
import { type Fields, hasArrived, isOwnChange, markSent, settleDraft, writtenSince } from './settling.ts';

/** What is to be known of a record that was made. */
export interface CreatedInfo {
  /** Where it is not that it was to be put. */
  readonly notPut: readonly FailedMove[];
  /** Where it was begun, in the words of whoever began it there. */
  readonly origin: string | undefined;
}

export interface EditsDeps {
  readonly subject: RecordTarget;
  readonly key: string;
  readonly desk: DraftStore;
  readonly words: (fault: Fault) => string;
  store(): Store | undefined;
  title(): string;
  newId(): string;
  now(): number;
  changed(): void;
  /** The record was made: the page is its editor from now on. */
  made(address: RecordAddress, making: CreatedInfo): void;
}

const NOTHING_SENT = {};

const SIGNED_OUT = 'You are signed out. Sign in to send this; until then it is kept as a draft.';

export class RecordEdits {
  readonly #deps: EditsDeps;
  #saving: AbortController | undefined;
  /** Fields on their way to the service: what it has of them is not known until it answers. */
  #underWay: ReadonlySet<FieldName> = new Set();
  #problems: FieldProblems = {};
  #notice: EditorModel['notice'] | undefined;
  /** The notice of a save for which the server rejected the key or token. */
  #rejectionNotice: EditorModel['notice'] | undefined;

  constructor(deps: EditsDeps) {
    this.#deps = deps;
  }

  get saving(): boolean {
    return this.#saving !== undefined;
  }

  /** What is wrong with which field: by the table's rules, or by the service's last word. */
  get problems(): FieldProblems {
    return this.#problems;
  }

  get notice(): EditorModel['notice'] | undefined {
    return this.#notice;
  }

  /** The field now holds this. One that is back at what the service has is not touched any more. */
  edit(field: FieldName, value: FieldValue): void {
    const spec = this.#spec(field);
    if (spec === undefined) return;
    const told = this.#told();
    const { [field]: _solved, ...otherProblems } = this.#problems;
    this.#problems = otherProblems;
    this.#change((before) => {
      const { [field]: _before, ...others } = before.touched;
      const there = told?.[field];
      const { [field]: base = there, ...otherBases } = before.base ?? {};
      // What was sent without an answer may be there instead.
      const isCertain = !this.#underWay.has(field) && before.sent?.[field] === undefined;
      const isBack = there !== undefined && isCertain && isSameFieldValue(value, there, spec);
      if (isBack) return { touched: others, base: otherBases };
      return { touched: { ...others, [field]: value }, base: base === undefined ? otherBases : { ...otherBases, [field]: base } };
    });
    if (told !== undefined) this.#problems = { ...this.#problems, ...this.#problemOf(spec, told) };
  }

  /** What stands in the form was begun earlier and not sent. */
  offer(): void {
    this.#notice = { level: 'info', message: `This is what you began earlier. Revert gives it up.` };
  }

  /** The user has signed in again: a notice that the key or token was rejected is out of date. */
  signedIn(): void {
    if (this.#notice === this.#rejectionNotice) this.#notice = undefined;
  }

  /** Whether the record has such a field. */
  knows(field: FieldName): boolean {
    return this.#spec(field) !== undefined;
  }

  /** The problem of the field just edited, so that it is said where and when it is made. An empty name waits for the save: it may be on its way to another. */
  #problemOf(spec: FieldSpec, told: FieldValues): FieldProblems {
    const touched = this.#draft()?.touched ?? {};
    const isName = this.#deps.subject.kind.fields[0] === spec;
    const problem = isName && touched[spec.name] === '' ? undefined : this.#problemsIn(touched, told)[spec.name];
    return problem === undefined ? {} : { [spec.name]: problem };
  }

  #problemsIn(touched: Draft['touched'], told: FieldValues): FieldProblems {
    const { subject } = this.#deps;
    return { ...problemsIn(subject.kind, touched, told), ...subject.check(touched) };
  }

  /** Gives up the draft of one field, or of all. */
  revert(field: FieldName | undefined): void {
    this.#change((before) => {
      if (field === undefined) return { touched: {}, base: {}, sent: undefined };
      const { [field]: _reverted, ...others } = before.touched;
      const { [field]: _base, ...otherBases } = before.base ?? {};
      return { touched: others, base: otherBases, ...withoutSent(before, [field]) };
    });
    this.#problems = {};
    this.#notice = undefined;
  }

  /** Fields that somebody else changed since they were touched here. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts(({ name }) => !this.#underWay.has(name));
  }

  /** Ends a conflict: the field is sent as it was written here, or becomes what the service has. */
  resolve(field: FieldName, keep: 'mine' | 'theirs'): void {
    const conflict = this.conflicts.find((one) => one.field === field);
    if (conflict === undefined) return;
    if (keep === 'theirs') this.revert(field);
    else this.#change((before) => ({ base: { ...before.base, [field]: conflict.theirs } }));
    this.#notice = undefined;
  }

  #conflicts(among: (spec: FieldSpec) => boolean): readonly Conflict[] {
    const { subject } = this.#deps;
    const store = this.#deps.store();
    const told = this.#told();
    if (subject.isNew || store === undefined || told === undefined) return [];
    const fields = subject.kind.fields.filter(among);
    return conflictsIn(
      this.#draft(),
      fields.map(({ name }) => name),
      {
        valueOf: (field) => told[field],
        changedAt: subject.dates(store).updatedAt,
        isSame: (field, one, other) => isSameFieldValue(one, other, this.#spec(field)),
        isOurs: (field, value) => {
          const spec = this.#spec(field);
          return spec !== undefined && isOwnChange(spec, this.#draft() ?? NOTHING_SENT, value);
        },
      },
    );
  }

  /** Sends the touched fields, or makes the record. Gives the sentence to say when it came to nothing; the draft is then still there. */
  async save(): Promise<string | undefined> {
    const { subject } = this.#deps;
    const store = this.#deps.store();
    const told = this.#told();
    const touched = this.#draft()?.touched ?? {};
    const sent = touchedFields(subject.kind.fields, touched);
    if ((sent.length === 0 && !subject.isNew) || this.saving) return undefined;
    if (store === undefined) return this.#refuse(SIGNED_OUT);
    if (told === undefined) return this.#refuse(`The ${subject.kind.noun} could not be read yet, so nothing was sent.`);
    const obstacle = subject.obstacle?.(store);
    if (obstacle !== undefined) return this.#refuse(`${notSaved(subject)}. ${obstacle} What you wrote is kept as a draft.`);
    this.#problems = { ...(subject.isNew ? missingIn(subject.kind, { ...told, ...touched }) : {}), ...this.#problemsIn(touched, told) };
    const wrong = subject.kind.fields.filter(({ name }) => this.#problems[name] !== undefined).map(({ label }) => label);
    if (wrong.length > 0) return this.#refuse(`${notSaved(subject)}: ${wrong.join(', ')} must be corrected first.`);
    return this.#send(store, sent);
  }

  /** Ends the save that is under way. Whether the service has what was sent is then not known. */
  cancel(): void {
    this.#saving?.abort();
  }

  async #send(store: Store, sent: Fields): Promise<string | undefined> {
    const stop = new AbortController();
    this.#saving = stop;
    this.#underWay = new Set(sent.map(([{ name }]) => name));
    this.#notice = undefined;
    this.#deps.changed();
    const { subject } = this.#deps;
    let mayHaveLeft = false;
    try {
      const due = subject.isNew ? sent : await this.#readFirst(store, sent, stop.signal);
      if (typeof due === 'string') return this.#refuse(due);
      if (due.length === 0 && !subject.isNew) return undefined;
      mayHaveLeft = true;
      const { values, made } = await this.#sendMarked(store, due, stop.signal);
      if (made !== undefined) return this.#made(made, values);
      this.#settle(due, values);
      const lost = notStored(due, values).map(({ label }) => label);
      this.#notice =
        lost.length === 0 ? undefined : { level: 'warning', message: `Saved, but the service did not keep: ${lost.join(', ')}.` };
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      this.dropSettled(store);
      return this.#refusedSave(fault, mayHaveLeft && mayHaveHappened(fault));
    } finally {
      this.#saving = undefined;
      this.#underWay = new Set();
      this.#deps.changed();
    }
  }

  /** What the service has now: nothing is overwritten unseen. Resolves with what is still to be sent, or with why nothing can be. */
  async #readFirst(store: Store, sent: Fields, signal: AbortSignal): Promise<Fields | string> {
    await raceAbort(this.#deps.subject.read(store, { signal }), signal);
    this.dropSettled(store);
    const conflicts = this.#conflicts(() => true);
    if (conflicts.length > 0) return changedOnServer(conflicts.map(({ field }) => this.#spec(field)?.label ?? field));
    const touched = this.#draft()?.touched ?? {};
    return sent.filter(([{ name }]) => touched[name] !== undefined);
  }

  /** What leaves is remembered on disk, so that it is recognized although its answer is lost or the window is closed. */
  async #sendMarked(store: Store, due: Fields, signal: AbortSignal): Promise<SentFields> {
    const { subject, desk } = this.#deps;
    const values = Object.fromEntries(due.map(([{ name }, value]) => [name, value]));
    // A record that is being made remembers by itself.
    if (subject.isNew) return subject.send(store, values, this.#slot(), { signal });
    const earlier = this.#draft()?.sent;
    this.#change((before) => markSent(before, due));
    await desk.beforeLeaving();
    try {
      return await subject.send(store, values, this.#slot(), { signal });
    } catch (error) {
      if (error instanceof ApiError && !mayHaveHappened(error.fault)) this.#unmark(due, earlier);
      throw error;
    }
  }

  /** It has certainly not arrived: what had been sent earlier may have. */
  #unmark(due: Fields, earlier: Draft['sent']): void {
    const names = due.map(([{ name }]) => name);
    this.#change((before) => {
      const left = Object.entries(earlier ?? {}).filter(([name]) => names.includes(name) && before.sent?.[name] !== undefined);
      const sent = { ...withoutSent(before, names).sent, ...Object.fromEntries(left) };
      return { sent: Object.keys(sent).length === 0 ? undefined : sent };
    });
  }

  /** What was written since the sending is a draft of the record that was made. */
  #made({ address, of, notPut = [] }: NonNullable<SentFields['made']>, told: FieldValues): undefined {
    const { desk, subject } = this.#deps;
    const origin = this.#draft()?.making?.origin;
    const rest = writtenSince(subject.kind, this.#draft()?.touched ?? {}, of);
    this.#change(() => ({ touched: {}, base: {}, making: undefined }));
    const base = Object.fromEntries(Object.entries(told).filter(([name]) => rest[name] !== undefined));
    const title = targetOf(address).title(this.#deps.store()) ?? this.#deps.title();
    if (Object.keys(rest).length > 0) desk.change(recordKey(address), title, () => ({ touched: rest, base }));
    this.#deps.made(address, { notPut, origin });
    return undefined;
  }

  #settle(sent: Fields, told: FieldValues): void {
    this.#change((before) => settleDraft(before, sent, told));
  }

  #refusedSave(fault: Fault, mayHaveArrived: boolean): string {
    const { subject, words } = this.#deps;
    this.#problems = problemsOfRefusal(subject.kind, fault);
    const perhaps = mayHaveArrived ? `${mayHaveArrivedText(subject)} ` : '';
    const kept = subject.isNew ? 'What you wrote is kept as a draft.' : 'What you changed is kept as a draft.';
    const level = fault.kind !== 'cancelled' ? 'error' : mayHaveArrived ? 'warning' : 'info';
    const sentence = this.#refuse(`${notSaved(subject)}. ${words(fault)} ${perhaps}${kept}`, level);
    if (fault.kind === 'unauthorized') this.#rejectionNotice = this.#notice;
    return sentence;
  }

  #refuse(message: string, level: 'error' | 'warning' | 'info' = 'error'): string {
    this.#notice = { level, message };
    this.#deps.changed();
    return message;
  }

  /** A draft field that the service now holds as well is no draft any more: it was sent and the answer was lost, or somebody else did the same. */
  dropSettled(store: Store): void {
    const { subject } = this.#deps;
    const told = subject.told(store, this.#draft());
    const draft = this.#draft();
    if (told === undefined || draft === undefined) return;
    const arrived = hasArrived(subject.kind, draft, told);
    if (arrived.length > 0) this.#settle(arrived, told);
  }

  #told(): FieldValues | undefined {
    return this.#deps.subject.told(this.#deps.store(), this.#draft());
  }

  #spec(field: FieldName): FieldSpec | undefined {
    return this.#deps.subject.kind.fields.find(({ name }) => name === field);
  }

  #draft(): Draft | undefined {
    return this.#deps.desk.get(this.#deps.key);
  }

  #change(edit: (before: Draft) => Partial<Draft>): void {
    this.#deps.desk.change(this.#deps.key, this.#deps.title(), edit);
  }

  #slot(): DraftSlot {
    const { desk } = this.#deps;
    return {
      held: () => this.#draft(),
      change: (edit) => this.#change(edit),
      flush: () => desk.beforeLeaving(),
      newId: () => this.#deps.newId(),
      now: () => this.#deps.now(),
    };
  }
}
