// Skips rendering of a component whose props are the same objects and values as before.
import { Component, type ComponentChild, type ComponentType, type FunctionComponent, h } from 'preact';

/** Returns the component as one that renders again only when one of its props or its own state changes. */
export function memo<Props extends object>(part: FunctionComponent<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return differs(this.props, next);
    }

    override render(): ComponentChild {
      return h(part, this.props);
    }
  };
}

function differs(before: object, after: object): boolean {
  const names = Object.keys(before);
  return (
    names.length !== Object.keys(after).length ||
    names.some((name) => Reflect.get(before, name) !== Reflect.get(after, name))
  );
}
