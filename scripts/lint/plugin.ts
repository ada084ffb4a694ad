import type { Rule } from 'eslint';
import { Boundaries } from './boundaries.ts';

type Source = { value?: unknown } | null | undefined;

/** Imports, re-exports and `import()` alike. */
function boundariesRule(root: string): Rule.RuleModule {
  const boundaries = new Boundaries(root);
  return {
    meta: { type: 'problem', schema: [], docs: { description: 'who may import what' } },
    create(context) {
      const check = (node: Rule.Node) => {
        const { value } = ((node as { source?: Source }).source ?? {}) as { value?: unknown };
        const message = typeof value === 'string' ? boundaries.fault(context.filename, value) : undefined;
        if (message !== undefined) context.report({ node, message });
      };
      return {
        ImportDeclaration: check,
        ImportExpression: check,
        ExportAllDeclaration: check,
        ExportNamedDeclaration: check,
      };
    },
  };
}

const DIRECTIVE = /^\s*eslint-disable(-next-line|-line)?\b/;
const WITH_REASON = /\s--\s+\S.{9,}/;

/** A rule that is switched off in a place says why, there. */
const disableReason: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], docs: { description: 'a switched-off rule says why' } },
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        if (!loc || !DIRECTIVE.test(value) || WITH_REASON.test(value)) continue;
        context.report({
          // Before the line, so that the directive doesn't switch off this report as well.
          loc: { start: { line: loc.start.line, column: -1 }, end: loc.end },
          message:
            'Say why: `eslint-disable-next-line <rule> -- <reason>`. Without one, put the code right instead.',
        });
      }
    },
  }),
};

/** The rules of this repository, for eslint.config.js. */
export const headwater = (root: string) => ({
  rules: { boundaries: boundariesRule(root), 'disable-reason': disableReason },
});
