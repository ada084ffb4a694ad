import type { Rule } from 'eslint';
import type ts from 'typescript';

/** Of typescript-eslint's parser. The compiler is absent where a file is linted without types. */
interface ParserServices {
  program?: ts.Program | null;
  esTreeNodeToTSNodeMap: { get(node: unknown): ts.Node };
}

/** What the compiler knows about the file that is linted, or undefined where that happens without types. */
export function typeInformation({ sourceCode }: Rule.RuleContext) {
  const { program, esTreeNodeToTSNodeMap: nodes } = sourceCode.parserServices as unknown as ParserServices;
  return program ? { program, checker: program.getTypeChecker(), nodes } : undefined;
}
