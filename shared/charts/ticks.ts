/**
 * Returns round numbers that span the values: about as many as wanted, of the same distance. Between whole numbers that
 * count something, there are no others.
 */
export function ticksOf(min: number, max: number, wanted: number, areWhole = false): number[] {
  if (min === max) return ticksOf(Math.min(min, 0), max === 0 ? 1 : Math.max(max, 0), wanted, areWhole);
  const least = max / wanted - min / wanted;
  const power = Math.floor(Math.log10(least));
  const round = [1, 2, 5, 10]
    .map((digit) => Number(`${digit}e${power}`))
    .find((one) => one >= least * 0.999)!;
  const step = areWhole ? Math.max(1, round) : round;
  const [first, last] = [Math.floor(min / step + 1e-9), Math.ceil(max / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}
