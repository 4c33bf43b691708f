// Owns the words between a work item's page and the extension host, both ways. The host parses every message with these schemas; the page sees only the types.
import * as z from 'zod';

/** The editable fields, named as on the wire (operation 2). */
export const FIELD_NAMES = [
  'name',
  'description_html',
  'state',
  'priority',
  'assignees',
  'labels',
  'parent',
  'estimate_point',
  'type',
  'module',
  'start_date',
  'target_date',
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** Text, an id or a date; a list of ids; or null for none. */
export type FieldValue = string | readonly string[] | null;

const fieldName = z.enum(FIELD_NAMES);
const fieldValue = z.union([z.string(), z.array(z.string()).readonly(), z.null()]);
const access = z.enum(['INTERNAL', 'EXTERNAL']);

/** What the page says. `seq` grows by one with every message of a page; requests are answered by it. */
export const fromPage = z.discriminatedUnion('say', [
  /** The page is up and wants to be told. Said once, first. */
  z.strictObject({ say: z.literal('ready'), seq: z.number() }),
  /** A field now holds this; goes into the draft. */
  z.strictObject({ say: z.literal('edit'), seq: z.number(), field: fieldName, value: fieldValue }),
  /** Give up the draft of one field, or of all. */
  z.strictObject({ say: z.literal('revert'), seq: z.number(), field: fieldName.optional() }),
  /** Send the touched fields. Answered when the service has answered. */
  z.strictObject({ say: z.literal('save'), seq: z.number() }),
  /** The composer now holds this; goes into the draft. */
  z.strictObject({ say: z.literal('compose'), seq: z.number(), html: z.string(), access }),
  /** Send what the composer holds. Answered when the service has answered. */
  z.strictObject({ say: z.literal('sendComment'), seq: z.number() }),
  /** Fetch the next page of comments. */
  z.strictObject({ say: z.literal('moreComments'), seq: z.number() }),
  /** Read the item and its comments again. */
  z.strictObject({ say: z.literal('reload'), seq: z.number() }),
  /** Look for work items that may be the parent. Answered with choices. */
  z.strictObject({ say: z.literal('findParent'), seq: z.number(), text: z.string() }),
  /** Open a link of the text outside, after the host's scheme check. */
  z.strictObject({ say: z.literal('openLink'), seq: z.number(), href: z.string() }),
  /** One of the item's own actions. */
  z.strictObject({ say: z.literal('act'), seq: z.number(), action: z.enum(['copyIdentifier', 'copyLink', 'openInBrowser', 'openParent']) }),
  /** What the host asked to be handed (`flush`) has been handed. */
  z.strictObject({ say: z.literal('flushed'), seq: z.number(), flush: z.number() }),
]);
export type FromPage = z.output<typeof fromPage>;

/** One thing that can be chosen: a state, a person, a label, a work item… */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Second line or dimmed text. */
  readonly detail?: string;
  /** Hex colour of a state or label. */
  readonly color?: string;
  /** State group, or priority: decides the icon. */
  readonly icon?: string;
}

/**
 * How a field is edited. `choices` undefined: still being fetched.
 * - `text`: one line; `richText`: HTML; `date`: YYYY-MM-DD.
 * - `choice`: one of; `choices`: any of; `item`: a work item found by `findParent`, `choices` holding the present one.
 */
export type FieldKind = 'text' | 'richText' | 'date' | 'choice' | 'choices' | 'item';

export interface FieldView {
  readonly name: FieldName;
  readonly label: string;
  readonly kind: FieldKind;
  readonly value: FieldValue;
  /** Differs from what the service has; not sent yet. */
  readonly touched: boolean;
  /** Whether "none" (null, or an empty list) is allowed. */
  readonly optional: boolean;
  readonly choices?: readonly Choice[];
  /** A sentence about what is wrong with the value, shown at the field. */
  readonly problem?: string;
  /** A word about the value that is no error, such as that choices could not be fetched. */
  readonly hint?: string;
}

export interface CommentView {
  readonly id: string;
  readonly author: string;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  readonly edited: boolean;
  readonly access: 'INTERNAL' | 'EXTERNAL' | undefined;
  /** As the service gave it: other people's HTML, to be sanitised where it is shown. */
  readonly html: string;
}

export interface Problem {
  readonly message: string;
  /** Whether trying again may help: shows a Retry button that says `reload`. */
  readonly retry: boolean;
}

export interface EditorModel {
  /** The item's address here, for the page to hand to `setState`: it comes back when the panel is restored. */
  readonly address: string;
  /** Highest `seq` of the page that this model has taken in. A field with a later edit of its own keeps the page's value. */
  readonly heard: number;
  readonly status: 'loading' | 'ready' | 'failed';
  /** Why the item could not be read (status `failed`), or why what is shown may be old (status `ready`). */
  readonly problem?: Problem;
  /** `PROJ-123`. */
  readonly identifier: string;
  readonly projectName: string;
  /** In the order in which they stand; a field that the server does not offer is absent. */
  readonly fields: readonly FieldView[];
  /** Some field is touched. */
  readonly unsent: boolean;
  readonly saving: boolean;
  /** The outcome of the last save or send worth saying. */
  readonly notice?: { readonly level: 'error' | 'warning' | 'info'; readonly message: string };
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly updatedAt?: string;
  readonly comments: {
    readonly status: 'loading' | 'ready' | 'failed';
    readonly problem?: Problem;
    /** Oldest first. */
    readonly items: readonly CommentView[];
    /** How many more there are, when there are more. */
    readonly more?: number;
  };
  readonly composer: {
    readonly html: string;
    readonly access: 'INTERNAL' | 'EXTERNAL';
    readonly sending: boolean;
    readonly problem?: string;
  };
  /** Names of users by id, for mentions in text. */
  readonly people: Readonly<Record<string, string>>;
}

/** What the host says. */
export type FromHost =
  | { readonly say: 'show'; readonly model: EditorModel }
  /** The answer to the page's message `to`; `problem` is a sentence for a person. */
  | { readonly say: 'answer'; readonly to: number; readonly problem?: string; readonly choices?: readonly Choice[] }
  /** Say whatever edit is still held back, then `flushed`. */
  | { readonly say: 'flush'; readonly flush: number }
  /** The composer's text was taken (sent): empty it. */
  | { readonly say: 'clearComposer' }
  /** Take these values although the page may hold later ones (after revert). */
  | { readonly say: 'reset'; readonly model: EditorModel }
  /** Move the focus there. */
  | { readonly say: 'focus'; readonly where: 'composer' | FieldName };
