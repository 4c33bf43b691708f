// Stores the edits of a record as a draft, and sends them without overwriting other users' changes.

import { ApiError, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { type Draft, withoutFingerprints } from '../../core/drafts/draft.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import type { FieldName, FieldValue } from '../form/fieldProtocol.ts';
import type { FieldSpec } from '../form/fieldSpec.ts';
import { type FieldValues, isSameFieldValue, touchedFields } from '../form/values.ts';
import { type ConfirmedRecord, type Conflict, conflictsIn } from './conflict.ts';
import {
  addFingerprints,
  type FieldEntries,
  findAlreadySavedFields,
  restoreFingerprints,
  settleDraft,
  valuesOf,
} from './settleDraft.ts';

export interface EditEngineDeps {
  readonly draftStore: DraftStore;
  /** Key of the record's draft. */
  readonly key: string;
  readonly fields: readonly FieldSpec[];
  /** Returns the title of the draft. */
  title(): string;
}

/** How `EditEngine.send` reads and sends its record. */
export interface RecordRequests {
  /** Reads the record, unless the cached record is recent enough. */
  read(): Promise<void>;
  /** Returns the values that the server last confirmed, or undefined while they are unknown. */
  confirmed(): ConfirmedRecord | undefined;
  /** Sends these values. Resolves with the record's values in the server's response. */
  send(values: FieldValues): Promise<FieldValues>;
}

/** The conflicts that prevented the request, or the fields that were sent and the record's values in the response. */
export type SendOutcome =
  | { readonly conflicts: readonly Conflict[] }
  | { readonly sent: FieldEntries; readonly values: FieldValues };

export class EditEngine {
  readonly #deps: EditEngineDeps;
  /** Fields that are being sent: their values on the server are unknown until it responds. */
  #fieldsBeingSent: ReadonlySet<FieldName> = new Set();

  constructor(deps: EditEngineDeps) {
    this.#deps = deps;
  }

  get draft(): Draft | undefined {
    return this.#deps.draftStore.get(this.#deps.key);
  }

  /** The names of the fields that are being sent. */
  get fieldsBeingSent(): ReadonlySet<FieldName> {
    return this.#fieldsBeingSent;
  }

  /** The fields that the user changed, with their values in the draft. */
  get touched(): FieldEntries {
    return touchedFields(this.#deps.fields, this.draft?.touched ?? {});
  }

  change(edit: (before: Draft) => Partial<Draft>): void {
    this.#deps.draftStore.change(this.#deps.key, this.#deps.title(), edit);
  }

  /** Sets the value of a field. Removes the field from the draft if the value is equal to the server's again. */
  edit(spec: FieldSpec, value: FieldValue, confirmed: FieldValues | undefined): void {
    const serverValue = confirmed?.[spec.name];
    this.change((before) => {
      const { [spec.name]: _value, ...otherFields } = before.touched;
      const { [spec.name]: base = serverValue, ...otherBases } = before.base ?? {};
      // A request without a response may have changed the field.
      const isServerValueCertain = !this.#fieldsBeingSent.has(spec.name) && before.sent?.[spec.name] === undefined;
      const isBackToServerValue =
        serverValue !== undefined && isServerValueCertain && isSameFieldValue(value, serverValue, spec);
      if (isBackToServerValue) return { touched: otherFields, base: otherBases };
      return {
        touched: { ...otherFields, [spec.name]: value },
        base: base === undefined ? otherBases : { ...otherBases, [spec.name]: base },
      };
    });
  }

  /** Discards the edits of one field, or of all fields. */
  revert(field?: FieldName): void {
    this.change((before) => {
      if (field === undefined) return { touched: {}, base: {}, sent: undefined };
      const { [field]: _reverted, ...otherFields } = before.touched;
      const { [field]: _base, ...otherBases } = before.base ?? {};
      return { touched: otherFields, base: otherBases, ...withoutFingerprints(before, [field]) };
    });
  }

  /** Returns the conflicts (see `conflictsIn`) of the fields that are not being sent. */
  conflicts(confirmed: ConfirmedRecord): readonly Conflict[] {
    const fieldsNotBeingSent = this.#deps.fields.filter(({ name }) => !this.#fieldsBeingSent.has(name));
    return conflictsIn(this.draft, fieldsNotBeingSent, confirmed);
  }

  /** Resolves the conflicts: the next save overwrites the server's values of these fields with the draft's. */
  keepMine(conflicts: readonly Conflict[]): void {
    const theirs = Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict.theirs]));
    this.change((before) => ({ base: { ...before.base, ...theirs } }));
  }

  /**
   * Removes from the draft the fields whose values are already on the server, because a response was lost or another
   * user made the same change.
   */
  dropSettled(confirmed: FieldValues): void {
    const { draft } = this;
    const confirmedFields = draft === undefined ? [] : findAlreadySavedFields(this.#deps.fields, draft, confirmed);
    if (confirmedFields.length > 0) this.#settle(confirmedFields, confirmed);
  }

  /**
   * Sends these fields. If another user changed one of them, sends nothing and resolves with the conflicts. Rejects
   * with the error of `requests.read` or `requests.send`.
   */
  send(touched: FieldEntries, requests: RecordRequests): Promise<SendOutcome> {
    return this.runWhileSending(touched, async () => {
      await requests.read();
      const confirmed = requests.confirmed();
      if (confirmed !== undefined) {
        this.dropSettled(confirmed.values);
        const sentFields = touched.map(([spec]) => spec);
        const conflicts = conflictsIn(this.draft, sentFields, confirmed);
        if (conflicts.length > 0) return { conflicts };
      }
      const remainingValues = this.draft?.touched ?? {};
      const sent = touched.filter(([{ name }]) => remainingValues[name] !== undefined);
      if (sent.length === 0) return { sent, values: {} };
      const values = await this.#sendWithFingerprints(sent, requests);
      this.#settle(sent, values);
      return { sent, values };
    });
  }

  /** Runs `work` while these fields count as being sent. */
  async runWhileSending<T>(touched: FieldEntries, work: () => Promise<T>): Promise<T> {
    this.#fieldsBeingSent = new Set(touched.map(([{ name }]) => name));
    try {
      return await work();
    } finally {
      this.#fieldsBeingSent = new Set();
    }
  }

  /**
   * Stores fingerprints of the values on disk before the request. If the response is lost or the window is closed, the
   * fingerprints show that the server's values were sent from here.
   */
  async #sendWithFingerprints(sent: FieldEntries, requests: RecordRequests): Promise<FieldValues> {
    const earlierFingerprints = this.draft?.sent;
    this.change((before) => addFingerprints(before, sent));
    await this.#deps.draftStore.flushBeforeSend();
    try {
      return await requests.send(valuesOf(sent));
    } catch (error) {
      if (error instanceof ApiError && !mayHaveBeenProcessed(error.fault))
        this.change((before) => restoreFingerprints(before, sent, earlierFingerprints));
      throw error;
    }
  }

  #settle(sent: FieldEntries, confirmed: FieldValues): void {
    this.change((before) => settleDraft(before, sent, confirmed));
  }
}
