/** What this process has counted since it started, in the words of Prometheus' text format. */
export interface Counters {
  add(name: string, labels: Record<string, string>): void;
  /** The exposition text. */
  text(): string;
}

export function createCounters(help: Readonly<Record<string, string>>): Counters {
  const counts = new Map<string, Map<string, number>>(Object.keys(help).map((name) => [name, new Map()]));
  return {
    add(name, labels) {
      const series = counts.get(name);
      if (!series) throw new Error(`No counter "${name}" is declared`);
      const key = Object.entries(labels)
        .map(([label, value]) => `${label}="${escape(value)}"`)
        .join(',');
      series.set(key, (series.get(key) ?? 0) + 1);
    },
    text: () =>
      [...counts]
        .map(([name, series]) => {
          const lines = [...series].map(([labels, count]) => `${name}{${labels}} ${count}`);
          return [`# HELP ${name} ${help[name]}`, `# TYPE ${name} counter`, ...lines].join('\n');
        })
        .join('\n')
        .concat('\n'),
  };
}

const escape = (value: string) => value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
