import { DefaultSettings, Language, TaskUtils } from '@microsoft/powerquery-parser';
import { guideBlocks } from './guide-blocks';

const { NodeKind } = Language.Ast;

/** What a query of Power BI or Excel asks of OData. */
export interface PowerQuery {
  /** The address below the base address. */
  address: string;
  entitySet: string;
  /** Columns that it filters or shows. */
  columns: string[];
}

/** The queries of a guide, each parsed by Power Query's own parser; throws an Error where that finds fault. */
export async function readPowerQueries(file: string): Promise<PowerQuery[]> {
  return Promise.all(guideBlocks(file, 'powerquery-m').map(parse));
}

async function parse(text: string): Promise<PowerQuery> {
  const task = await TaskUtils.tryLexParse(DefaultSettings, text);
  if (!TaskUtils.isParseStageOk(task)) throw new Error(`Power Query does not read this:\n${text}`);
  const texts: string[] = [];
  const selected: string[] = [];
  let entitySet = '';
  for (const node of task.nodeIdMapCollection.astNodeById.values()) {
    if (node.kind === NodeKind.LiteralExpression && node.literal.startsWith('"')) texts.push(node.literal.slice(1, -1));
    if (node.kind === NodeKind.GeneralizedIdentifierPairedExpression && node.key.literal === 'Name') {
      const value = sourceOf(node.value).slice(1, -1);
      if (value !== 'BaseUrl') entitySet = value;
    }
    if (node.kind === NodeKind.FieldSelector) selected.push(node.content.literal);
  }
  const shown = /Table\.SelectColumns\(\w+, \{([^}]*)\}/.exec(text)?.[1] ?? '';
  const columns = [...shown.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
  const ofTable = selected.filter((name) => !['Data', 'Content', 'Column1'].includes(name));
  return { address: texts.find((found) => found.startsWith('/')) ?? '', entitySet, columns: [...columns, ...ofTable] };

  function sourceOf({ tokenRange }: Language.Ast.INode): string {
    const { positionStart, positionEnd } = tokenRange;
    return text.slice(positionStart.codeUnit, positionEnd.codeUnit);
  }
}
