// Owns the edits of one item's fields: from the keystroke to the draft, and from the draft to the service.
import { type Fault, faultOf } from '../api/fault.ts';
import type { ItemAddress } from '../store/address.ts';
import type { Desk } from '../store/desk.ts';
import type { ItemRecord } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import { isSame, labelOf, notKept, problemsIn, touchedFields, valueOf } from './form.ts';
import { type EditorModel, FIELD_NAMES, type FieldName, type FieldValue } from './words.ts';

export interface EditsGround {
  readonly address: ItemAddress;
  readonly key: string;
  readonly desk: Desk;
  readonly words: (fault: Fault) => string;
  store(): Store | undefined;
  title(): string;
  changed(): void;
}

const SIGNED_OUT = 'You are signed out. Sign in to send this; until then it is kept as a draft.';
const UNREAD = 'The work item could not be read yet, so nothing was sent.';

export class Edits {
  readonly #ground: EditsGround;
  #saving = false;
  /** Fields on their way to the service: what it has of them is not known until it answers. */
  #underWay: ReadonlySet<FieldName> = new Set();
  #problems: Partial<Record<FieldName, string>> = {};
  #notice: EditorModel['notice'] | undefined;

  constructor(ground: EditsGround) {
    this.#ground = ground;
  }

  get saving(): boolean {
    return this.#saving;
  }

  /** What is wrong with which field: by the table's rules, or by the service's last word. */
  get problems(): Partial<Record<FieldName, string>> {
    return this.#problems;
  }

  get notice(): EditorModel['notice'] | undefined {
    return this.#notice;
  }

  /** The field now holds this. One that is back at what the service has is not touched any more. */
  edit(field: FieldName, value: FieldValue): void {
    const told = this.#ground.store()?.items.told(this.#ground.key);
    const { [field]: _solved, ...otherProblems } = this.#problems;
    this.#problems = otherProblems;
    this.#ground.desk.change(this.#ground.key, this.#ground.title(), (before) => {
      const { [field]: _before, ...others } = before.touched;
      const isBack = told !== undefined && !this.#underWay.has(field) && isSame(value, valueOf(told, field));
      return { touched: isBack ? others : { ...others, [field]: value } };
    });
    if (told !== undefined) this.#problems = { ...this.#problems, ...this.#problemOf(field, told) };
  }

  /** The problem of the field just edited, so that it is said where and when it is made. An empty name waits for the save: it may be on its way to another. */
  #problemOf(field: FieldName, item: ItemRecord): Partial<Record<FieldName, string>> {
    const touched = this.#ground.desk.held(this.#ground.key)?.touched ?? {};
    const problem = field === 'name' && touched['name'] === '' ? undefined : problemsIn(touched, item)[field];
    return problem === undefined ? {} : { [field]: problem };
  }

  /** Gives up the draft of one field, or of all. */
  revert(field: FieldName | undefined): void {
    this.#ground.desk.change(this.#ground.key, this.#ground.title(), (before) => {
      if (field === undefined) return { touched: {} };
      const { [field]: _reverted, ...others } = before.touched;
      return { touched: others };
    });
    this.#problems = {};
    this.#notice = undefined;
  }

  /** Sends the touched fields. Gives the sentence to say when it came to nothing; the draft is then still there. */
  async save(): Promise<string | undefined> {
    const store = this.#ground.store();
    const told = store?.items.told(this.#ground.key);
    const touched = this.#ground.desk.held(this.#ground.key)?.touched ?? {};
    const sent = touchedFields(touched);
    if (sent.length === 0 || this.#saving) return undefined;
    if (store === undefined) return this.#refuse(SIGNED_OUT);
    if (told === undefined) return this.#refuse(UNREAD);
    this.#problems = problemsIn(touched, told);
    const wrong = FIELD_NAMES.filter((name) => this.#problems[name] !== undefined);
    if (wrong.length > 0) return this.#refuse(`Not saved: ${wrong.map(labelOf).join(', ')} must be corrected first.`);
    this.#saving = true;
    this.#underWay = new Set(sent.map(([name]) => name));
    this.#notice = undefined;
    this.#ground.changed();
    try {
      const answered = await store.ask(this.#ground.address, Object.fromEntries(sent.map(asSent)));
      this.#settle(sent);
      const lost = notKept(sent, answered);
      this.#notice =
        lost.length === 0
          ? undefined
          : { level: 'warning', message: `Saved, but the service did not keep: ${lost.map(labelOf).join(', ')}.` };
      return undefined;
    } catch (error) {
      this.dropSettled(store);
      return this.#refusedSave(faultOf(error));
    } finally {
      this.#saving = false;
      this.#underWay = new Set();
      this.#ground.changed();
    }
  }

  /** What was sent and not edited since is no draft any more. */
  #settle(sent: readonly (readonly [FieldName, FieldValue])[]): void {
    this.#ground.desk.change(this.#ground.key, this.#ground.title(), (before) => {
      const settled = new Set<string>(sent.filter(([name, value]) => isSame(before.touched[name] ?? null, value)).map(([name]) => name));
      return { touched: Object.fromEntries(Object.entries(before.touched).filter(([name]) => !settled.has(name))) };
    });
  }

  #refusedSave(fault: Fault): string {
    const said = fault.kind === 'refused' || fault.kind === 'unfit' ? fault.fields : {};
    this.#problems = Object.fromEntries(FIELD_NAMES.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])));
    return this.#refuse(`Not saved. ${this.#ground.words(fault)} What you changed is kept as a draft.`);
  }

  #refuse(message: string): string {
    this.#notice = { level: 'error', message };
    this.#ground.changed();
    return message;
  }

  /** A draft field that the service now holds as well is no draft any more: it was sent and the answer was lost, or somebody else did the same. */
  dropSettled(store: Store): void {
    const told = store.items.told(this.#ground.key);
    const touched = this.#ground.desk.held(this.#ground.key)?.touched;
    if (told === undefined || touched === undefined) return;
    const settled = touchedFields(touched).filter(([name, value]) => isSame(value, valueOf(told, name)));
    if (settled.length > 0) this.#settle(settled);
  }
}

/** Real servers refuse an empty description with a 400; this is how they write one themselves. */
function asSent([name, value]: readonly [FieldName, FieldValue]): readonly [FieldName, FieldValue] {
  return [name, name === 'description_html' && value === '' ? '<p></p>' : value];
}
