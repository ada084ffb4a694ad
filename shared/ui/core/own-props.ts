/**
 * Options for `styled` where a component has props of its own that must not reach the element. `as` is among them
 * always: Emotion takes it for itself only if it is not forwarded.
 */
export const ownProps = (...names: readonly string[]) => ({
  shouldForwardProp: (name: PropertyKey) => name !== 'as' && !names.includes(String(name)),
});
