// The saved views of an account, together with the views in the settings.
import type * as vscode from 'vscode';
import { RememberedList } from '../../../shell/rememberedList.ts';
import { MAX_VIEWS, type OwnView, ownViews, type SavedView, settingsViews } from '../../../shell/tree/savedView.ts';
import type { Event } from '../../../std/event.ts';
import { Emitter } from '../../../std/event.ts';

/** A folder whose settings can contain views. */
export interface SettingsFolder {
  readonly name: string;
  /** The URI of the folder. */
  readonly uri: string;
}

/** A view in the settings. `filter` is the filter as text. */
export interface ViewInSettings {
  readonly name: string;
  readonly filter: string;
}

/** The setting with the views. The values can have any type, because the user or a repository wrote them. */
export interface ViewSettings {
  readonly onDidChange: Event<void>;
  /**
   * Returns the value in the user settings and, if the workspace is trusted, the values in the settings of its folders.
   */
  read(): { readonly user: unknown; readonly folders: readonly unknown[] };
  readonly folders: readonly SettingsFolder[];
  /** Whether the settings of the folder contain a view with this name. */
  has(folder: SettingsFolder, name: string): boolean;
  /** Writes the view to the settings of the folder, in place of a view with the same name. */
  write(folder: SettingsFolder, view: ViewInSettings): Promise<void>;
}

export class SavedViews {
  readonly #own: RememberedList<OwnView>;
  readonly #settings: ViewSettings;
  readonly #changed = new Emitter<void>();
  /** Caches the views of each account until a view changes, because every row of a tree reads them. */
  readonly #cached = new Map<string, readonly SavedView[]>();

  /** Fires when the user's saved views or the views in the settings have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: vscode.Memento, settings: ViewSettings) {
    // One more than the limit: while a view is being renamed, it is stored under both the old and the new name.
    const maxEntries = MAX_VIEWS + 1;
    this.#own = new RememberedList(memory, { name: 'saved views', maxEntries, idOf: ({ name }) => name });
    this.#settings = settings;
    this.#own.onDidChange(() => this.#reset());
    settings.onDidChange(() => this.#reset());
  }

  /**
   * Returns the views that the user has saved, sorted by name, then the views in folder settings, then the views in the
   * user settings.
   */
  viewsOf(account: string): readonly SavedView[] {
    const cached = this.#cached.get(account);
    if (cached !== undefined) return cached;
    const { user, folders } = this.#settings.read();
    const folderViews = folders.flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : []));
    const views = [
      ...ownViews(this.#own.entriesOf(account)),
      ...settingsViews(folderViews, 'folder'),
      ...settingsViews(user, 'user'),
    ];
    this.#cached.set(account, views);
    return views;
  }

  /** Stores a view of the user. The view replaces the saved view with the name `replaced`. */
  async save(account: string, view: OwnView, replaced = view.name): Promise<void> {
    await this.#own.add(account, view);
    if (replaced !== view.name) await this.remove(account, replaced);
  }

  async remove(account: string, name: string): Promise<void> {
    await this.#own.remove(account, [name]);
  }

  #reset(): void {
    this.#cached.clear();
    this.#changed.fire();
  }
}
