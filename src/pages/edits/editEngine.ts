// Edits one record: stores edits as a draft, and sends it without overwriting others' changes.

import { ApiError, mayHaveHappened } from '../../client/apiError.ts';
import { type Draft, withoutSent } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { type FieldValues, isSameFieldValue, touchedFields } from '../fields/values.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';
import { type ConfirmedFields, type Conflict, conflictsIn } from './conflict.ts';
import { type Fields, hasArrived, markSent, settleDraft, unmarkSent, valuesOf } from './settling.ts';

export interface EditEngineDeps {
  readonly draftStore: DraftStore;
  /** Key of the record's draft. */
  readonly key: string;
  readonly fields: readonly FieldSpec[];
  /** Returns the title of the draft. */
  title(): string;
}

/** Reads and sends the record of an EditEngine. */
export interface Sending {
  /** Reads the record, unless the cached record is recent enough. */
  read(): Promise<void>;
  /** Returns what the server has, or undefined while that is unknown. */
  confirmed(): ConfirmedFields | undefined;
  /** Sends the fields. Resolves with the values that the server then has. */
  send(values: FieldValues): Promise<FieldValues>;
}

/** `values` are the record's values on the server after `sent` was sent. */
export type SendOutcome =
  | { readonly conflicts: readonly Conflict[] }
  | { readonly sent: Fields; readonly values: FieldValues };

export class EditEngine {
  readonly #deps: EditEngineDeps;
  /** Fields that are being sent: what the server has of them is unknown until it responds. */
  #underWay: ReadonlySet<FieldName> = new Set();

  constructor(deps: EditEngineDeps) {
    this.#deps = deps;
  }

  get draft(): Draft | undefined {
    return this.#deps.draftStore.get(this.#deps.key);
  }

  /** The fields of the draft, which differ from the server. */
  get touched(): Fields {
    return touchedFields(this.#deps.fields, this.draft?.touched ?? {});
  }

  change(edit: (before: Draft) => Partial<Draft>): void {
    this.#deps.draftStore.change(this.#deps.key, this.#deps.title(), edit);
  }

  /** Sets the value of a field. A field that is equal to the server's value again is not touched any more. */
  edit(spec: FieldSpec, value: FieldValue, confirmed: FieldValues | undefined): void {
    const there = confirmed?.[spec.name];
    this.change((before) => {
      const { [spec.name]: _value, ...others } = before.touched;
      const { [spec.name]: base = there, ...otherBases } = before.base ?? {};
      // A request without a response may have changed the field.
      const isCertain = !this.#underWay.has(spec.name) && before.sent?.[spec.name] === undefined;
      const isBack = there !== undefined && isCertain && isSameFieldValue(value, there, spec);
      if (isBack) return { touched: others, base: otherBases };
      return {
        touched: { ...others, [spec.name]: value },
        base: base === undefined ? otherBases : { ...otherBases, [spec.name]: base },
      };
    });
  }

  /** Discards the edits of one field, or of all. */
  revert(field?: FieldName): void {
    this.change((before) => {
      if (field === undefined) return { touched: {}, base: {}, sent: undefined };
      const { [field]: _reverted, ...others } = before.touched;
      const { [field]: _base, ...otherBases } = before.base ?? {};
      return { touched: others, base: otherBases, ...withoutSent(before, [field]) };
    });
  }

  /** Returns the fields that another user changed after they were touched here. */
  conflicts(confirmed: ConfirmedFields): readonly Conflict[] {
    const answered = this.#deps.fields.filter(({ name }) => !this.#underWay.has(name));
    return conflictsIn(this.draft, answered, confirmed);
  }

  /** Resolves the conflicts: the draft's values of these fields will overwrite the server's. */
  keepMine(conflicts: readonly Conflict[]): void {
    const theirs = Object.fromEntries(conflicts.map((one) => [one.field, one.theirs]));
    this.change((before) => ({ base: { ...before.base, ...theirs } }));
  }

  /** Removes touched fields whose value the server has: the response was lost, or another user made the same change. */
  dropSettled(confirmed: FieldValues): void {
    const { draft } = this;
    const arrived = draft === undefined ? [] : hasArrived(this.#deps.fields, draft, confirmed);
    if (arrived.length > 0) this.#settle(arrived, confirmed);
  }

  /**
   * Sends these touched fields, unless another user changed one of them. Rejects with the error of `read` or `send`.
   */
  send(touched: Fields, sending: Sending): Promise<SendOutcome> {
    return this.whileUnderWay(touched, async () => {
      await sending.read();
      const confirmed = sending.confirmed();
      if (confirmed !== undefined) {
        this.dropSettled(confirmed.values);
        const conflicts = conflictsIn(this.draft, this.#deps.fields, confirmed);
        if (conflicts.length > 0) return { conflicts };
      }
      const unsettled = this.draft?.touched ?? {};
      const sent = touched.filter(([{ name }]) => unsettled[name] !== undefined);
      if (sent.length === 0) return { sent, values: {} };
      const values = await this.#sendMarked(sent, sending);
      this.#settle(sent, values);
      return { sent, values };
    });
  }

  /** Runs `work` while these fields count as being sent. */
  async whileUnderWay<T>(touched: Fields, work: () => Promise<T>): Promise<T> {
    this.#underWay = new Set(touched.map(([{ name }]) => name));
    try {
      return await work();
    } finally {
      this.#underWay = new Set();
    }
  }

  /**
   * Stores fingerprints of the values on disk before the request, so that they are recognized if the response is lost
   * or the window is closed.
   */
  async #sendMarked(sent: Fields, sending: Sending): Promise<FieldValues> {
    const earlier = this.draft?.sent;
    this.change((before) => markSent(before, sent));
    await this.#deps.draftStore.beforeLeaving();
    try {
      return await sending.send(valuesOf(sent));
    } catch (error) {
      if (error instanceof ApiError && !mayHaveHappened(error.fault))
        this.change((before) => unmarkSent(before, sent, earlier));
      throw error;
    }
  }

  #settle(sent: Fields, confirmed: FieldValues): void {
    this.change((before) => settleDraft(before, sent, confirmed));
  }
}
