// Removes misleading characters from the text that a page displays, but not from input values.
import { type ComponentChildren, options, type VNode } from 'preact';
import { displayText, isolateText } from '../../../std/displayName.ts';

const DISPLAYED_ATTRIBUTES = ['title', 'aria-label', 'alt', 'placeholder'] as const;

function cleanText(text: string): string {
  return isolateText(displayText(text, { keepLines: true }));
}

function cleanChildren(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return cleanText(children);
  return Array.isArray(children) ? children.map(cleanChildren) : children;
}

/**
 * Makes Preact remove misleading characters from each text that it renders, and from the attributes that are shown or
 * read by screen readers. Values of inputs stay as they are, because they are saved. Call it before the first `render`.
 */
export function installTextCleaning(): void {
  const previousOptions = { ...options };
  options.vnode = (vnode: VNode) => {
    const props = vnode.props as Record<string, unknown> & { children?: ComponentChildren };
    if (props.children !== undefined) props.children = cleanChildren(props.children);
    if (typeof vnode.type === 'string') {
      for (const name of DISPLAYED_ATTRIBUTES) {
        const value = props[name];
        if (typeof value === 'string') props[name] = cleanText(value);
      }
    }
    previousOptions.vnode?.(vnode);
  };
}
