/** A picture: the address under which the build serves it. */
declare module '*.webp' {
  const address: string;
  export default address;
}
