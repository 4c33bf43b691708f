// The dependencies of the providers for mentions in text. They are created for each session.
import type { MentionResolver } from '../../../mentions/knownItems.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import type { RememberedItems } from '../workItems/rememberedItems.ts';
import type { LinkedPreview } from './preview.ts';

export interface MentionDeps {
  readonly session: Session;
  readonly mentionResolver: MentionResolver;
  readonly recents: RememberedItems;
  readonly preview: LinkedPreview;
  readonly clock: Clock;
  /** The id of this extension. */
  readonly extension: string;
}
