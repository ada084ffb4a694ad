/** A picture: the address under which the build serves it. */
declare module '*.png' {
  const address: string;
  export default address;
}
