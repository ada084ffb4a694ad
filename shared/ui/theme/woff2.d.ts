/** A font file: the address under which the build serves it. */
declare module '*.woff2' {
  const address: string;
  export default address;
}
