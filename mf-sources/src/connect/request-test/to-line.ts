/** Returns the way to what stands in a line of the manifest. */
export type ToLine = (line: number) => { label: string; go(): void };
