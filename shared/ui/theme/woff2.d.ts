/** A font file, imported as its URL in the build. */
declare module '*.woff2' {
  const url: string;
  export default url;
}
