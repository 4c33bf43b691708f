// The dependencies of the providers for mentions in text. They are created for each session.
import type { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import type { Session } from '../../core/session/session.ts';
import type { RememberedItems } from '../../shell/itemPicker/rememberedItems.ts';
import type { Clock } from '../../std/clock.ts';
import type { PreviewSourceHolder } from './preview.ts';

export interface MentionDeps {
  readonly session: Session;
  readonly mentionResolver: MentionResolver;
  readonly recents: RememberedItems;
  readonly preview: PreviewSourceHolder;
  readonly clock: Clock;
  /** The id of this extension. */
  readonly extensionId: string;
}
