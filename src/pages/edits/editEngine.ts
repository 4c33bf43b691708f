// Owns the edits of one record: from an edited field to its draft, and from the draft to the server, without
// overwriting others' changes.

import { ApiError, mayHaveHappened } from '../../client/apiError.ts';
import { type Draft, withoutSent } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import { type FieldValues, isSameFieldValue, touchedFields } from '../fields/values.ts';
import type { FieldName, FieldValue } from '../protocol/fields.ts';
import { type ConfirmedFields, type Conflict, conflictsIn } from './conflict.ts';
import { type Fields, hasArrived, markSent, settleDraft, unmarkSent, valuesOf } from './settling.ts';

export interface EditEngineDeps {
  readonly desk: DraftStore;
  /** The key of the record's draft. */
  readonly key: string;
  readonly fields: readonly FieldSpec[];
  /** What to call the draft. */
  title(): string;
}

/** How the edits of a record reach the server. */
export interface Sending {
  /** Reads the record, unless what is known of it is recent enough. */
  read(): Promise<void>;
  /** What the server has; undefined while that is not known. */
  confirmed(): ConfirmedFields | undefined;
  /** Sends the fields. Resolves with what the server has then. */
  send(values: FieldValues): Promise<FieldValues>;
}

/** `values` is what the server has of the record after `sent`. */
export type SendOutcome =
  | { readonly conflicts: readonly Conflict[] }
  | { readonly sent: Fields; readonly values: FieldValues };

export class EditEngine {
  readonly #deps: EditEngineDeps;
  /** Fields on their way to the server: what it has of them is not known until it answers. */
  #underWay: ReadonlySet<FieldName> = new Set();

  constructor(deps: EditEngineDeps) {
    this.#deps = deps;
  }

  get draft(): Draft | undefined {
    return this.#deps.desk.get(this.#deps.key);
  }

  /** The fields that differ from what the server has. */
  get touched(): Fields {
    return touchedFields(this.#deps.fields, this.draft?.touched ?? {});
  }

  change(edit: (before: Draft) => Partial<Draft>): void {
    this.#deps.desk.change(this.#deps.key, this.#deps.title(), edit);
  }

  /** The field now has this value. One that is back at what the server has is not touched any more. */
  edit(spec: FieldSpec, value: FieldValue, confirmed: FieldValues | undefined): void {
    const there = confirmed?.[spec.name];
    this.change((before) => {
      const { [spec.name]: _value, ...others } = before.touched;
      const { [spec.name]: base = there, ...otherBases } = before.base ?? {};
      // What was sent without an answer may be there instead.
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

  /** Fields that another person changed since they were touched here. */
  conflicts(confirmed: ConfirmedFields): readonly Conflict[] {
    const answered = this.#deps.fields.filter(({ name }) => !this.#underWay.has(name));
    return conflictsIn(this.draft, answered, confirmed);
  }

  /** Ends the conflicts: what the draft has of these fields is to be sent over what the server has. */
  keepMine(conflicts: readonly Conflict[]): void {
    const theirs = Object.fromEntries(conflicts.map((one) => [one.field, one.theirs]));
    this.change((before) => ({ base: { ...before.base, ...theirs } }));
  }

  /**
   * A touched field that the server has as well is no draft any more: its answer was lost, or another person did the
   * same.
   */
  dropSettled(confirmed: FieldValues): void {
    const { draft } = this;
    const arrived = draft === undefined ? [] : hasArrived(this.#deps.fields, draft, confirmed);
    if (arrived.length > 0) this.#settle(arrived, confirmed);
  }

  /**
   * Sends these touched fields, unless another person changed one of them. Rejects with what `read` or `send` rejects
   * with.
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

  /** Until the work ends, it is not known what the server has of these fields. */
  async whileUnderWay<T>(touched: Fields, work: () => Promise<T>): Promise<T> {
    this.#underWay = new Set(touched.map(([{ name }]) => name));
    try {
      return await work();
    } finally {
      this.#underWay = new Set();
    }
  }

  /**
   * What is sent is remembered on disk first, so that it is recognized although its answer is lost or the window is
   * closed.
   */
  async #sendMarked(sent: Fields, sending: Sending): Promise<FieldValues> {
    const earlier = this.draft?.sent;
    this.change((before) => markSent(before, sent));
    await this.#deps.desk.beforeLeaving();
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
