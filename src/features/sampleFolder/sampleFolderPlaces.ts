// Remembers where sample folders are. Activation loads this file, so it imports as little as possible.
import { join } from 'node:path';

/** The part of `vscode.Memento` that is used. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface SampleFolderPlacesOptions {
  /** The path of the extension's folder for data of all windows. */
  readonly globalStorage: string;
  /** Stores values for all windows. */
  readonly memory: Memory;
  /** Stores values for the folder of this window. */
  readonly windowMemory: Memory;
}

/** The memento key of the paths that the user has chosen, the latest first. */
const CHOSEN_PATHS_KEY = 'sampleFolders';
const SHOWN_KEY = 'fiveThingsShown';
const MAX_CHOSEN_PATHS = 10;
const FOLDER_NAME = 'atlas-web';

/** Returns the path of the sample folder in the extension's folder for data of all windows. */
export function defaultSampleFolder(globalStorage: string): string {
  return join(globalStorage, 'sample', FOLDER_NAME);
}

/**
 * Knows the sample folders by their paths: a file inside a folder would make every clone of its repository a sample
 * folder.
 */
export class SampleFolderPlaces {
  readonly #options: SampleFolderPlacesOptions;

  constructor(options: SampleFolderPlacesOptions) {
    this.#options = options;
  }

  /** The path of the sample folder if the user has not chosen a place for it. */
  get defaultPath(): string {
    return defaultSampleFolder(this.#options.globalStorage);
  }

  /** Returns the path of a sample folder in this folder. */
  pathIn(parent: string): string {
    return join(parent, FOLDER_NAME);
  }

  /** The place that the user has chosen last, or the default place. */
  get latestPath(): string {
    return this.#chosenPaths[0] ?? this.defaultPath;
  }

  includes(path: string): boolean {
    return path === this.defaultPath || this.#chosenPaths.includes(path);
  }

  async remember(path: string): Promise<void> {
    const otherPaths = this.#chosenPaths.filter((other) => other !== path);
    await this.#options.memory.update(CHOSEN_PATHS_KEY, [path, ...otherPaths].slice(0, MAX_CHOSEN_PATHS));
  }

  /** Whether *Five Things to Try* was shown in a window with this window's folder. */
  get hasShownFiveThings(): boolean {
    return this.#options.windowMemory.get(SHOWN_KEY) === true;
  }

  async rememberShown(): Promise<void> {
    await this.#options.windowMemory.update(SHOWN_KEY, true);
  }

  get #chosenPaths(): readonly string[] {
    const stored = this.#options.memory.get(CHOSEN_PATHS_KEY);
    return Array.isArray(stored) ? stored.filter((path): path is string => typeof path === 'string') : [];
  }
}
