// Owns the one shape of things that are let go of, and a stack of them.

export interface Disposable {
  dispose(): void;
}

/** Lets go of everything in it, last come first, once; what is added after that is let go of at once. */
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
