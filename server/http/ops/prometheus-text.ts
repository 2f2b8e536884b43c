// Writes measured values in Prometheus' text format. Pure.
// https://prometheus.io/docs/instrumenting/exposition_formats/

/** One thing that is measured. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'summary';
  readonly help: string;
  readonly values: readonly {
    readonly suffix?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

/** All metrics as one text. */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics.map(metricText).join('');
}

function metricText({ name, type, help, values }: Metric): string {
  const lines = values.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

function labelText(labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n');
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
