import type { Rule } from 'eslint';
import ts from 'typescript';
import { typeInformation } from './type-information.ts';

/** An object without a prototype, as the templates of REST connections use. */
const DICT = 'Dict';

const isAnyText = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.some(isAnyText)
    : (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0;

const message =
  'Somebody can have given this name, and every object has a `constructor` and a `toString`: use a Map, `ownValue(record, name)` of the contract, or `Object.hasOwn`. To build a record, use `Object.fromEntries`.';

/** Forbids to look up, or to set, what an object has under a name that isn't one of the code's own. */
export const ownNames: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    docs: { description: 'names of people never meet methods of objects' },
  },
  create(context) {
    const types = typeInformation(context);
    if (!types) return {};
    const { checker, nodes } = types;
    const typeOf = (node: unknown) => checker.getTypeAtLocation(nodes.get(node));
    return {
      MemberExpression(node) {
        const { parent, object, property, computed } = node;
        if (!computed || (parent.type === 'UnaryExpression' && parent.operator === 'delete')) return;
        if (!isAnyText(typeOf(property))) return;
        const owner = checker.getNonNullableType(typeOf(object));
        if (checker.typeToString(owner) !== DICT) context.report({ node, message });
      },
      BinaryExpression(node) {
        if (node.operator === 'in' && node.left.type !== 'Literal' && isAnyText(typeOf(node.left)))
          context.report({ node, message });
      },
    };
  },
};
