import path from 'node:path';
import type { Rule } from 'eslint';
import ts from 'typescript';
import { typeInformation } from './type-information.ts';

const NOUN = /^.*\/api\/src\/wings\/[^/]+\/[^/]+(?=\/)/;

/** The folder of the noun to which a file belongs, or undefined if it belongs to none. */
const nounOf = (file: string): string | undefined => NOUN.exec(file)?.[0];

/** The folders of the nouns whose services a noun sees. `composeModules` gives it exactly these. */
function seenBy(program: ts.Program, noun: string): ReadonlySet<string> {
  const seen = new Set([noun]);
  // A set's iteration includes what is added on the way.
  for (const folder of seen) for (const need of needsOf(program, folder)) seen.add(need);
  return seen;
}

/** Reads the `needs` of the module that a noun's index.ts exports. */
function needsOf(program: ts.Program, noun: string): string[] {
  const checker = program.getTypeChecker();
  const needs: string[] = [];
  const visit = (node: ts.Node): void => {
    if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'needs')
      return ts.forEachChild(node, visit);
    if (!ts.isArrayLiteralExpression(node.initializer)) return;
    for (const module of node.initializer.elements) {
      const symbol = checker.getSymbolAtLocation(module)!;
      const origin = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      for (const { fileName } of origin.declarations?.map((each) => each.getSourceFile()) ?? [])
        needs.push(nounOf(fileName)!);
    }
  };
  const index = program.getSourceFile(`${noun}/index.ts`);
  if (index) visit(index);
  return needs;
}

/** The noun whose `interface Services` declares a property, or undefined if no noun does. */
function providerOf(property: ts.Symbol | undefined): string | undefined {
  for (const { parent } of property?.declarations ?? [])
    if (ts.isInterfaceDeclaration(parent) && parent.name.text === 'Services')
      return nounOf(parent.getSourceFile().fileName);
  return undefined;
}

/**
 * Forbids to read a service of a module that the own one doesn't need. The type of services has those of all
 * modules, but at run time the others are undefined.
 */
export const neededServices: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], docs: { description: 'services come from needed modules' } },
  create(context) {
    const types = typeInformation(context);
    if (!types) return {};
    const { program, checker, nodes } = types;
    const own = nounOf(nodes.get(context.sourceCode.ast).getSourceFile().fileName);
    let seen: ReadonlySet<string> | undefined;
    const sees = (provider: string) => own !== undefined && (seen ??= seenBy(program, own)).has(provider);
    const check = (node: Rule.Node, name: string, property: ts.Symbol | undefined) => {
      const provider = providerOf(property);
      if (provider === undefined || sees(provider)) return;
      const other = path.basename(provider);
      const message =
        own === undefined
          ? `\`${name}\` is a service of ${other}, and this file knows no noun: let what it needs be passed in.`
          : `\`${name}\` is undefined here, because ${path.basename(own)} doesn't need ${other}: add it to \`needs\` in index.ts, or let the service be passed in.`;
      context.report({ node, message });
    };
    return {
      MemberExpression(node) {
        if (!node.computed && node.property.type === 'Identifier')
          check(node, node.property.name, checker.getSymbolAtLocation(nodes.get(node.property)));
      },
      ObjectPattern(node) {
        const type = checker.getTypeAtLocation(nodes.get(node));
        for (const each of node.properties)
          if (each.type === 'Property' && each.key.type === 'Identifier')
            check(each as Rule.Node, each.key.name, type.getProperty(each.key.name));
      },
    };
  },
};
