// The `memo` of React, which Preact contains only in its compatibility package.
import { Component, type ComponentChild, type ComponentType, type FunctionComponent, h } from 'preact';

/** Returns a component that renders again only when one of its props, or its own state, changes. */
export function memo<Props extends object>(component: FunctionComponent<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return hasDifferentProps(this.props, next);
    }

    override render(): ComponentChild {
      return h(component, this.props);
    }
  };
}

function hasDifferentProps(before: object, after: object): boolean {
  const names = Object.keys(before);
  return (
    names.length !== Object.keys(after).length ||
    names.some((name) => Reflect.get(before, name) !== Reflect.get(after, name))
  );
}
