// Defines the plan of a sample project, with names in place of ids and days in place of dates.
import type { Access } from '../../contract/resources/comment.ts';
import type { Priority } from '../../contract/resources/workItem.ts';

interface CommentPlan {
  readonly by: string;
  /** Hours before now. */
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
  /** Number of the parent item, in the same project. */
  readonly parent?: number;
  /** Days after now; negative for days before. */
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
  /** Keys of users. The caller is a member of every project. */
  readonly members: readonly string[];
  /** Name and color. */
  readonly labels: readonly (readonly [name: string, color: string])[];
  /** Name and status; an empty list disables modules. */
  readonly modules: readonly (readonly [name: string, status: string])[];
  readonly types: readonly string[];
  /** Whether the project has a state for reviews before `Done`. */
  readonly reviewed: boolean;
  /** Hours between the creation of one item and the next. */
  readonly pace: number;
  readonly items: readonly ItemPlan[];
}
