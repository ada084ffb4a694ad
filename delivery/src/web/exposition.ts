/** A metric in Prometheus' text format. */
export interface Metric {
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  /** The values by `labels`. */
  series: ReadonlyMap<string, number>;
}

export function labels(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([label, value]) => `${label}="${escape(value)}"`)
    .join(',');
}

export function expose({ name, type, help, series }: Metric): string {
  const lines = [...series].map(([of, value]) => `${name}{${of}} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

const escape = (value: string) => value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
