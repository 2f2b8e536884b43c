import { expect, it } from 'vitest';
import { prometheusText } from './prometheus-text.ts';

it('writes what Prometheus reads', () => {
  const text = prometheusText([
    {
      name: 'a_total',
      type: 'counter',
      help: 'Counted.',
      values: [{ labels: { kind: 'x"\\\n', state: 'y' }, value: 2 }],
    },
    { name: 'b', type: 'gauge', help: 'Measured.', values: [{ value: 0.5 }, { value: Number.POSITIVE_INFINITY }] },
    { name: 'c', type: 'summary', help: 'Summed up.', values: [{ suffix: '_sum', value: Number.NaN }] },
    { name: 'd', type: 'gauge', help: 'Nothing yet.', values: [] },
  ]);
  expect(text).toBe(
    [
      '# HELP a_total Counted.\n# TYPE a_total counter\na_total{kind="x\\"\\\\\\n",state="y"} 2\n',
      '# HELP b Measured.\n# TYPE b gauge\nb 0.5\nb +Inf\n',
      '# HELP c Summed up.\n# TYPE c summary\nc_sum NaN\n',
      '# HELP d Nothing yet.\n# TYPE d gauge\n',
    ].join(''),
  );
});
