// Defines Disposable, and a collection of disposables that are disposed of together.

export interface Disposable {
  dispose(): void;
}

/** Disposes of its members in reverse order. A member that is added after `dispose` is disposed of immediately. */
export class DisposableStore implements Disposable {
  readonly #members: Disposable[] = [];
  #isDisposed = false;

  add<T extends Disposable>(member: T): T {
    if (this.#isDisposed) member.dispose();
    else this.#members.push(member);
    return member;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (let last = this.#members.pop(); last !== undefined; last = this.#members.pop()) last.dispose();
  }
}
