/**
 * Options of `styled` for a component with its own props, which must not reach the element. This always includes `as`,
 * because Emotion only handles it itself if it isn't forwarded.
 */
export const ownProps = (...names: readonly string[]) => ({
  shouldForwardProp: (name: PropertyKey) => name !== 'as' && !names.includes(String(name)),
});
