// Reads and writes the inbox of an account on disk, in one file that is replaced atomically.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SnapshotFile } from '../../core/cache/store/snapshotFile.ts';
import { type ReplaceOptions, undefinedIfMissing, writeFileAtomically } from '../../std/files/atomicFile.ts';
import { parseJson } from '../../std/json.ts';
import { type Inbox, inboxSchema } from './entry.ts';

/** The storage of an inbox: a file on disk, except in tests that simulate disk errors. */
export interface InboxFile {
  /** Resolves with undefined if the file does not exist or is invalid. */
  read(): Promise<Inbox | undefined>;
  write(inbox: Inbox): Promise<void>;
  remove(): Promise<void>;
}

/** Returns a storage of the snapshot that also removes the inbox when the snapshot is removed: at sign-out. */
export function snapshotFileWithInbox(snapshot: SnapshotFile, inbox: InboxFile): SnapshotFile {
  const remove = async (): Promise<void> => {
    await snapshot.remove();
    await inbox.remove();
  };
  return { ...snapshot, remove };
}

export function createInboxFile(path: string, options: ReplaceOptions = {}): InboxFile {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
      return text === undefined ? undefined : inboxSchema.safeParse(parseJson(text)).data;
    },
    async write(inbox) {
      await mkdir(dirname(path), { recursive: true });
      await writeFileAtomically(path, JSON.stringify(inbox), options);
    },
    remove: () => rm(path, { force: true }),
  };
}
