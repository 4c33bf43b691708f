// Messages and models of the relations and the links of a work item.
import * as z from 'zod';
import type { Choice } from '../../items/form/fieldProtocol.ts';
import type { PageProblem } from '../../items/form/recordProtocol.ts';

const seq = z.number();

/** The messages that the page sends about relations and links. The host answers each message. */
export const linkedMessages = [
  /** Loads the relations and the links, unless they were loaded shortly before. */
  z.strictObject({ type: z.literal('showLinked'), seq }),
  z.strictObject({ type: z.literal('moreLinks'), seq }),
] as const;

export interface RelatedItemView {
  readonly id: string;
  /** Undefined if the other work item is not loaded. */
  readonly identifier: string | undefined;
  readonly name: string;
  readonly state: Choice | undefined;
}

export interface RelationsView {
  readonly status: 'notLoaded' | 'loading' | 'ready' | 'failed';
  readonly problem?: PageProblem;
  /** The relations of each type. `id` is the type; a type without relations is absent. */
  readonly groups: readonly {
    readonly id: string;
    readonly label: string;
    readonly rows: readonly RelatedItemView[];
  }[];
  /** Set if the server does not have relations. */
  readonly isUnsupported?: true;
  /** The reason why relations cannot be removed; undefined if they can be removed. */
  readonly removalObstacle?: string;
}

export interface LinkRow {
  readonly id: string;
  /** The title of the link or, if it has none, its shortened URL in place of `address`. */
  readonly title: string;
  /**
   * The host and the path of the URL, or the whole URL if it is not an HTTP or HTTPS URL. Undefined if `title` is this
   * text.
   */
  readonly address: string | undefined;
  /** The URL. If it is not an HTTP or HTTPS URL, `href` is undefined and the link cannot be opened. */
  readonly href: string | undefined;
  readonly kind: 'pullRequest' | 'commit' | 'page';
  /** The number of a pull request or the hash of a commit, unless the title contains it. */
  readonly reference: string | undefined;
  /** What the host said last about the pull request; absent if it does not tell. */
  readonly pullRequest?: {
    readonly state: 'open' | 'draft' | 'merged' | 'closed';
    readonly hasFailingChecks: boolean;
    /** For example `checks failing`. */
    readonly text: string;
    /** When the host said it, in words. */
    readonly asOf: string;
  };
}

export interface LinksView {
  readonly status: 'notLoaded' | 'loading' | 'ready' | 'failed';
  readonly problem?: PageProblem;
  readonly items: readonly LinkRow[];
  readonly more: boolean;
}
