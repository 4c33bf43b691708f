// Owns the draft of a sticky: what a person wrote on it and has not sent, and whether that collides with what the service has now.

import { recordKey } from '../../cache/address.ts';
import type { Sticky } from '../../contract/resources/sticky.ts';
import { type Draft, withoutSent } from '../../drafts/draft.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import { fingerprintOfHtml, fingerprintOfText } from '../edits/fingerprint.ts';
import { STICKY_FIELDS, type StickyField } from '../protocol/stickies.ts';

export type StickyFields = Readonly<Partial<Record<StickyField, string>>>;

/** The key of the draft on the desk. */
export function stickyKey(id: string): string {
  return recordKey({ kind: 'sticky', within: '', id });
}

/** What the service has of a field; empty where it has nothing. */
export function confirmedFields(told: Sticky, field: StickyField): string {
  return (field === 'background_color' ? (told.background_color ?? told.color) : told[field]) ?? '';
}

/** The fields that differ from what the service has. */
export function touchedOf(draft: Draft | undefined): StickyFields {
  return textsOf(draft?.touched);
}

/** Remembers what is about to be sent. Gives what had been sent before without an answer. */
export function markStickySent(desk: DraftStore, told: Sticky, fields: StickyFields): Draft['sent'] {
  const earlier = desk.get(stickyKey(told.id))?.sent;
  const sent = STICKY_FIELDS.flatMap((field) => {
    const value = fields[field];
    return value === undefined ? [] : [[field, [...(earlier?.[field] ?? []), printOf(field, value)].slice(-MOST_SENT)] as const];
  });
  desk.change(stickyKey(told.id), titleOf(told), (before) => ({ sent: { ...before.sent, ...Object.fromEntries(sent) } }));
  return earlier;
}

/** What was marked last has certainly not arrived. */
export function unmarkSent(desk: DraftStore, told: Sticky, earlier: Draft['sent']): void {
  desk.change(stickyKey(told.id), titleOf(told), () => ({ sent: earlier }));
}

/** As many texts as are remembered of one field. */
const MOST_SENT = 8;

function printOf(field: StickyField, value: string): string {
  return field === 'description_html' ? fingerprintOfHtml(value) : fingerprintOfText(value);
}

/** Whether the service has what was sent from here without an answer, rather than what the draft is based on. */
function isOurs(field: StickyField, { base, sent }: Draft, there: string): boolean {
  return base?.[field] !== there && sent?.[field]?.includes(printOf(field, there)) === true;
}

/** Writes a field into the draft. One that is back at what the service has is not touched any more, unless another value is `underWay`. */
export function touchSticky(desk: DraftStore, told: Sticky, field: StickyField, value: string, underWay: boolean): void {
  desk.change(stickyKey(told.id), titleOf(told), (before) => {
    const { [field]: _value, ...others } = before.touched;
    const { [field]: base = confirmedFields(told, field), ...otherBases } = before.base ?? {};
    // What was sent without an answer may be there instead.
    const isCertain = !underWay && before.sent?.[field] === undefined;
    if (isCertain && value === confirmedFields(told, field)) return { touched: others, base: otherBases };
    return { touched: { ...others, [field]: value }, base: { ...otherBases, [field]: base } };
  });
}

/** What was sent and not edited since is no draft any more; what was edited since is based on what the service has now. */
export function settleSticky(desk: DraftStore, told: Sticky, sent: StickyFields): void {
  desk.change(stickyKey(told.id), titleOf(told), (before) => {
    const touched = textsOf(before.touched);
    const left = STICKY_FIELDS.filter((field) => touched[field] !== undefined && touched[field] !== sent[field]);
    const base = textsOf(before.base);
    return {
      touched: pick(left, (field) => touched[field] ?? ''),
      base: pick(left, (field) =>
        sent[field] === undefined ? (base[field] ?? confirmedFields(told, field)) : confirmedFields(told, field),
      ),
      ...withoutSent(before, Object.keys(sent)),
    };
  });
}

/** Fields of which the service has what is here, or what was sent from here without an answer, are settled: what was typed since stays. */
export function dropSettled(desk: DraftStore, told: Sticky): void {
  const draft = desk.get(stickyKey(told.id));
  const touched = touchedOf(draft);
  const arrived = STICKY_FIELDS.flatMap((field) => {
    const [mine, there] = [touched[field], confirmedFields(told, field)];
    if (draft === undefined || mine === undefined) return [];
    // What was sent without an answer may still arrive: an edit back to what was there before it is to be sent.
    const isBack = draft.sent?.[field] !== undefined && draft.base?.[field] === there;
    if (mine === there) return isBack ? [] : [[field, there] as const];
    if (!isOurs(field, draft, there)) return [];
    return [[field, printOf(field, mine) === printOf(field, there) ? mine : there] as const];
  });
  if (arrived.length > 0) settleSticky(desk, told, Object.fromEntries(arrived));
}

/** Gives up the draft, or, for `mine`, takes what the service has now for seen. */
export function resolveDraft(desk: DraftStore, told: Sticky, keep: 'mine' | 'theirs'): void {
  desk.change(stickyKey(told.id), titleOf(told), (before) => {
    if (keep === 'theirs') return { touched: {}, base: {}, sent: undefined };
    const touched = textsOf(before.touched);
    const fields = STICKY_FIELDS.filter((field) => touched[field] !== undefined);
    return { base: pick(fields, (field) => confirmedFields(told, field)) };
  });
}

/** Fields that were changed here and, to something else, elsewhere. */
export function conflictsOf(draft: Draft | undefined, told: Sticky): readonly StickyField[] {
  const touched = touchedOf(draft);
  const base = textsOf(draft?.base);
  return STICKY_FIELDS.filter((field) => {
    const [mine, before, theirs] = [touched[field], base[field], confirmedFields(told, field)];
    const isOther = mine !== undefined && before !== undefined && theirs !== before && theirs !== mine;
    return isOther && draft !== undefined && !isOurs(field, draft, theirs);
  });
}

function textsOf(fields: Readonly<Record<string, unknown>> | undefined): StickyFields {
  return Object.fromEntries(
    STICKY_FIELDS.flatMap((field) => {
      const value = fields?.[field];
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}

function pick(fields: readonly StickyField[], value: (field: StickyField) => string): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, value(field)]));
}

function titleOf(told: Sticky): string {
  return told.name ? `Sticky ${told.name}` : 'Sticky';
}
