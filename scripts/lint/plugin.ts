import type { Rule } from 'eslint';
import { Boundaries } from './boundaries.ts';
import { neededServices } from './needed-services.ts';
import { ownNames } from './own-names.ts';

type Source = { value?: unknown } | null | undefined;

/** Checks imports, re-exports, and `import()`. */
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

/** Requires a reason where a rule is disabled. */
const disableReason: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], docs: { description: 'a disabled rule has a reason' } },
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        if (!loc || !DIRECTIVE.test(value) || WITH_REASON.test(value)) continue;
        context.report({
          // Before the line, so that the directive doesn't disable this report as well.
          loc: { start: { line: loc.start.line, column: -1 }, end: loc.end },
          message:
            'Give a reason: `eslint-disable-next-line <rule> -- <reason>`. If there is none, fix the code instead.',
        });
      }
    },
  }),
};

/** Forbids a doc comment whose next token is another one: editors show only the second, so what the first says is lost. */
const oneDoc: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], docs: { description: 'no two doc comments in a row' } },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!isDoc(comment)) continue;
        const next = context.sourceCode.getTokenAfter(comment, { includeComments: true });
        if (next && isDoc(next))
          context.report({
            loc: comment.loc!,
            message:
              'Two doc comments in a row: let them be one, move each to what it is about, or begin what is about the file with `/*`.',
          });
      }
    },
  }),
};

const isDoc = ({ type, value }: { type: string; value: string }) => type === 'Block' && value.startsWith('*');

/** The rules of this repository, for eslint.config.js. */
export const headwater = (root: string) => ({
  rules: {
    boundaries: boundariesRule(root),
    'disable-reason': disableReason,
    'needed-services': neededServices,
    'one-doc': oneDoc,
    'own-names': ownNames,
  },
});
