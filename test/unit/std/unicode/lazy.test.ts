// Tests values that are built on their first use.
import { expect, it, vi } from 'vitest';
import { lazy } from '../../../../src/std/unicode/lazy.ts';

it('lazy builds the value once, on the first call', () => {
  const create = vi.fn(() => ({}));
  const value = lazy(create);
  expect(create).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(create).toHaveBeenCalledOnce();
});
