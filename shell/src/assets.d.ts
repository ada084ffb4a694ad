/** An image: the URL under which the build serves it. */
declare module '*.webp' {
  const url: string;
  export default url;
}
