// Defines the plan of a sample project: names instead of ids, and relative days instead of dates.
import type { AccessLevel } from '../../contract/resources/comment.ts';
import type { Priority } from '../../contract/resources/workItem.ts';

export interface CommentPlan {
  readonly author: string;
  /** Age of the comment, in hours. */
  readonly ageHours: number;
  readonly html: string;
  readonly access?: AccessLevel;
  /** The `external_id` of a comment that links code. */
  readonly externalId?: string;
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
  /** Start date in days from today; negative for a date in the past. */
  readonly start?: number;
  /** Target date in days from today; negative for a date in the past. */
  readonly target?: number;
  readonly estimate?: string;
  readonly html?: string;
  readonly comments?: readonly CommentPlan[];
}

export interface ProjectPlan {
  readonly name: string;
  readonly identifier: string;
  readonly description: string;
  /** Keys of users, without the caller, who is a member of every project. */
  readonly members: readonly string[];
  readonly labels: readonly (readonly [name: string, color: string])[];
  /** The modules of the project. If the list is empty, the project has modules turned off. */
  readonly modules: readonly (readonly [name: string, status: string])[];
  readonly types: readonly string[];
  /** The values of the project's own estimate points. Without them, estimates are numbers from 0 to 7. */
  readonly estimatePoints?: readonly string[];
  /** Whether the project has the additional state `In Review`. */
  readonly hasReviewState: boolean;
  /** Hours between the creation of one item and the next. */
  readonly hoursBetweenItems: number;
  readonly items: readonly ItemPlan[];
}
