// Owns how a project is planned on paper before it is planted: names instead of ids, days instead of dates.
import type { Access } from '../../contract/resources/comment.ts';
import type { Priority } from '../../contract/resources/workItem.ts';

interface CommentPlan {
  readonly by: string;
  /** Hours ago. */
  readonly ago: number;
  readonly html: string;
  readonly access?: Access;
}

export interface ItemPlan {
  readonly name: string;
  readonly state?: string;
  readonly type?: string;
  readonly priority?: Priority;
  readonly assignees?: readonly string[];
  readonly labels?: readonly string[];
  readonly module?: string;
  /** Number of the item above it, in the same project. */
  readonly parent?: number;
  /** Days from now; before now when negative. */
  readonly start?: number;
  readonly target?: number;
  readonly estimate?: string;
  readonly html?: string;
  readonly comments?: readonly CommentPlan[];
}

export interface ProjectPlan {
  readonly name: string;
  readonly identifier: string;
  readonly description: string;
  /** Keys of people; the caller belongs to every project. */
  readonly members: readonly string[];
  /** Name and color. */
  readonly labels: readonly (readonly [name: string, color: string])[];
  /** Name and status; an empty list switches modules off. */
  readonly modules: readonly (readonly [name: string, status: string])[];
  readonly types: readonly string[];
  /** Whether work is also reviewed before it is done. */
  readonly reviewed: boolean;
  /** Hours between the making of one item and the next. */
  readonly pace: number;
  readonly items: readonly ItemPlan[];
}
