import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FILTERS } from './filters.ts';
import { MACROS } from './macros.ts';
import { renderCondition, renderText, renderValue } from './render.ts';
import { MissingValue, TemplateError } from './template-error.ts';
import { dataOf, type Dict, type Value } from './values.ts';

const LINKS = [
  { rel: 'self', href: 'a', n: { m: 3 } },
  { rel: 'next', href: 'b' },
  { href: 'c', n: { m: 5 } },
];
const scope = dataOf({
  config: {
    domain: 'acme',
    page: 50,
    start: '2024-01-31T10:20:30Z',
    number: '123',
    credentials: { key: 'k' },
  },
  parameters: { path: 'orders' },
  response: {
    next: { page: 2 },
    has_more: false,
    items: [{ id: 1 }, { id: 2 }],
    error: null,
    related: LINKS,
  },
  record: { id: 7, tags: ['a', 'b'], 'odd key': 1, amount: 1.5 },
  headers: { link: { next: { url: 'https://x/2' } } },
  stream_slice: { start_time: '2024-01-01' },
}) as Dict;

describe('A template', () => {
  // Expected values are those of the dialect's own implementation, airbyte-cdk 7.39.1.
  const cases: [template: string, value: unknown][] = [
    ['plain', 'plain'],
    ["https://{{ config['domain'] }}.example.com/{{ parameters.path }}", 'https://acme.example.com/orders'],
    ["{{ config['number'] }}", 123],
    ["{{ config['page'] }}", 50],
    ['{{ response.next }}', { page: 2 }],
    ["{{ response.get('links', {}).get('next') }}", null],
    ["{{ response['error']['message'] }}", null],
    ['{{ response.missing.deeper }}', null],
    ["{{ response.missing or 'otherwise' }}", 'otherwise'],
    ['{{ response["items"][-1]["id"] }}', 2],
    ["{{ 'yes' if response.has_more else 'no' }}", 'no'],
    ['{% if response.has_more %}more{% else %}end{% endif %}', 'end'],
    ["{% for tag in record['tags'] %}{{ tag }};{% endfor %}", 'a;b;'],
    ['{% set n = 2 %}{{ n * 3 }}', 6],
    ["{{ record['tags'] | join(',') }}", 'a,b'],
    ["{{ format_datetime(config['start'], '%Y-%m-%d') }}", '2024-01-31'],
    ["{{ format_datetime('31.01.2024', '%s', '%d.%m.%Y') }}", 1706659200],
    ["{{ (str_to_datetime(config['start']) + duration('P1M')).strftime('%Y-%m-%d') }}", '2024-02-29'],
    ["{{ (str_to_datetime(config['start']) - duration('PT30S')).isoformat() }}", '2024-01-31T10:20:00+00:00'],
    ['{{ timestamp(config.start) }}', 1706696430],
    ["{{ 'a b/c' | urlencode }}", 'a%20b/c'],
    ["{{ sanitize_url('a b/c') }}", 'a+b%2Fc'],
    ["{{ 'user:pass' | base64encode }}", 'dXNlcjpwYXNz'],
    ["{{ 'x' | hash('md5') }}", '9dd4e461268c8034f5c8564e155c67a6'],
    ["{{ 'abc-42' | regex_search('-([0-9]+)') }}", 42],
    ["{{ camel_case_to_snake_case('orderItems') }}", 'order_items'],
    ['{{ max(1, 3, 2) }} {{ min([4, 2]) }}', '3 2'],
    ['{{ 7 // 2 }}', 3],
    ['{{ 2 ** 3 ** 1 }}', 8],
    ['{{ 1 in [1, 2] and 3 not in [1, 2] }}', true],
    ["{{ 'page' ~ 2 }}", 'page2'],
    ["{{ {'a': [1, 'x']} }}", { a: [1, 'x'] }],
    ['{{ record.tags[0:1] }}', ['a']],
    ['{{ true }}', true],
    ["{{ ['x', none, 1.5] }} !", "['x', None, 1.5] !"],
    ["{{ '00123' }}", '00123'],
    ["{{ '{{' }}", '{{'],
    ['{# a comment #}text', 'text'],
    ["{{ response.related | selectattr('rel', 'equalto', 'next') | map(attribute='href') | first }}", 'b'],
    ["{{ response.related | rejectattr('rel', 'defined') | map(attribute='href') | list }}", ['c']],
    ["{{ response['items'] | selectattr('id', '>', 1) | list }}", [{ id: 2 }]],
    ["{{ response.related | selectattr('n') | map(attribute='n.m') | list }}", [3, 5]],
    ["{{ response['items'] | selectattr('id', 'in', [2, 3]) | list | length }}", 1],
    [
      "{{ response.related | selectattr('rel', 'equalto', 'gone') | map(attribute='href') | first | default(0) }}",
      0,
    ],
    ["{{ response.related | map(attribute='rel', default='none') | join(',') }}", 'self,next,none'],
    ["{{ response.related | selectattr('rel', 'ne', 'self') | map(attribute='href') | join(',') }}", 'b,c'],
    ["{{ record['id'] is defined and record.nothing is not defined }}", true],
  ];
  for (const [template, value] of cases)
    it(template, () =>
      assert.deepEqual(JSON.parse(JSON.stringify(renderValue(template, scope) ?? null)), value),
    );

  it('takes for false what the dialect does', () => {
    for (const template of [
      "{{ '' }}",
      '{{ {} }}',
      '{{ [] }}',
      "{{ 'False' }}",
      '{{ 0 }}',
      '{{ none }}',
      '{{ response.nope.more }}',
    ])
      assert.equal(renderCondition(template, scope), false, template);
    assert.equal(renderCondition("{{ record['tags'] }}", scope), true);
  });

  for (const template of [
    '{{ 1 + }}',
    '{{ a.b',
    '{% if x %}',
    '{% import os %}',
    '{{ "open }}',
    '{{ f(1,, 2) }}',
    '{{ [1 }}',
  ])
    it(`${template} is refused`, () => assert.throws(() => renderText(template, scope), TemplateError));
});

describe('Nothing in a template reaches the host', () => {
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    '__class__',
    '__mro__',
    '__globals__',
    '__subclasses__',
    'toString',
    'valueOf',
    'call',
    'apply',
    'bind',
    'process',
    'require',
    'globalThis',
    'Function',
    'eval',
    'self',
    'cycler',
    'lipsum',
    'import',
  ];
  const values = [
    "''",
    '()',
    '[]',
    '{}',
    '1',
    'config',
    'record.tags',
    'now_utc()',
    "duration('P1D')",
    'now_utc',
    'max',
    "''.lower",
    'none',
    "{'constructor': 1}.get",
  ];

  it('by any name of any value', () => {
    for (const value of values)
      for (const name of names)
        for (const template of [
          `{{ ${value}.${name} }}`,
          `{{ ${value}['${name}'] }}`,
          `{{ ${value}.${name}('return process')() }}`,
          `{{ ${name}.${name} }}`,
          `{{ ${value} | ${name} }}`,
        ])
          assert.ok(isHarmless(template), template);
  });

  it('by random expressions', () => {
    const part = fc.oneof(
      fc.constantFrom(...values, ...names, ...MACROS.keys(), ...FILTERS.keys()),
      fc.constantFrom(
        '.',
        '[',
        ']',
        '(',
        ')',
        '|',
        '~',
        '*',
        '+',
        ',',
        "'",
        '"',
        '{{',
        '}}',
        '{%',
        '%}',
        'if',
        'for x in',
        'set x =',
        '1',
        '9',
      ),
      fc.string({ maxLength: 5 }),
    );
    const template = fc.array(part, { maxLength: 14 }).map((parts) => `{{ ${parts.join('')} }}`);
    fc.assert(fc.property(template, isHarmless), { numRuns: 3_000 });
  });

  it('by work or text without end', () => {
    const bombs = [
      `{% for a in ${nested(12)} %}x{% endfor %}`,
      "{{ 'x' * 999999999 }}",
      "{{ 'x'.zfill(999999999) | length }}",
      `{% set a = 'xxxxxxxxxx' %}${"{% set a = a.replace('x', 'xxxxxxxxxx') %}".repeat(12)}{{ a }}`,
      `{{ ${'('.repeat(5_000)}1${')'.repeat(5_000)} }}`,
      `{{ ${'-'.repeat(5_000)}1 }}`,
      `{{ ${'[0]'.repeat(5_000)} }}`,
      '{% for a in range(10000000) %}{% endfor %}',
      "{{ ('a' * 50000) | regex_search('(a+)+b') }}",
    ];
    for (const bomb of bombs) assert.ok(isHarmless(bomb), bomb.slice(0, 60));
  });

  const nested = (depth: number): string =>
    depth === 0 ? '[1]' : `${nested(depth - 1)} + ${nested(depth - 1)}`;

  /** A template yields data, or one of the errors that say so. */
  function isHarmless(template: string): boolean {
    try {
      return isData(renderValue(template, scope));
    } catch (error) {
      return (
        error instanceof TemplateError ||
        error instanceof MissingValue ||
        (error as Error).name.startsWith('RE2JS')
      );
    }
  }

  function isData(value: Value): boolean {
    if (typeof value === 'function' || typeof value === 'symbol') return false;
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) return value.every(isData);
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null
      ? Object.values(value).every(isData)
      : ['Float', 'Moment', 'Span'].includes(value.constructor.name);
  }
});
