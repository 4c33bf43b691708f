// Defines Disposable, and a stack of disposables.

export interface Disposable {
  dispose(): void;
}

/** Disposes of its members, the last added first, once. What is added after that is disposed of at once. */
export class Disposables implements Disposable {
  readonly #held: Disposable[] = [];
  #gone = false;

  add<T extends Disposable>(one: T): T {
    if (this.#gone) one.dispose();
    else this.#held.push(one);
    return one;
  }

  dispose(): void {
    this.#gone = true;
    for (let one = this.#held.pop(); one !== undefined; one = this.#held.pop()) one.dispose();
  }
}
