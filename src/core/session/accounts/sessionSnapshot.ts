// Restores and writes the snapshot of one session.

import type { Clock } from '../../../std/clock.ts';
import type { Disposable } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { listKeyText } from '../../cache/lists/listKey.ts';
import type { SnapshotFile } from '../../cache/store/snapshotFile.ts';
import type { Store } from '../../cache/store/store.ts';
import { Revalidator } from '../../sync/revalidator.ts';
import { SnapshotWriter } from '../../sync/snapshotWriter.ts';

export interface SessionSnapshotDeps {
  readonly store: Store;
  readonly file: SnapshotFile;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The snapshot of one session. When a view shows a restored list, the list is loaded again. */
export class SessionSnapshot implements Disposable {
  readonly writer: SnapshotWriter;
  /** Loads restored lists from the server. */
  readonly revalidator: Revalidator;

  constructor({ store, file, clock, logger }: SessionSnapshotDeps) {
    this.writer = new SnapshotWriter(store, file, clock, (error) => {
      logger.write('warn', 'the snapshot could not be written', { detail: errorMessage(error) });
    });
    this.revalidator = new Revalidator(store, clock, (key, error) => {
      logger.write('info', 'a list of an earlier run could not be reloaded', {
        key: listKeyText(key),
        detail: errorMessage(error),
      });
    });
  }

  dispose(): void {
    this.writer.dispose();
    this.revalidator.dispose();
  }
}
